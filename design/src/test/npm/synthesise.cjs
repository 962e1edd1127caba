// Runs compiled CDK programs, each into a folder of its own.
const path = require("path");
for (const program of process.argv.slice(2)) {
  process.env.CDK_OUTDIR = path.join(path.dirname(path.resolve(program)), "cdk.out");
  require(path.resolve(program));
}
