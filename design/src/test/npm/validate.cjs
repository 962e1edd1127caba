// Holds templates to AWS's own validator, which has the published resource schemas in it.
// It comes inside aws-cdk-lib. Prints one JSON array of what is worse than a remark.
const path = require("path");
const inside = path.join(path.dirname(require.resolve("aws-cdk-lib/package.json")),
    "node_modules", "@aws", "cloudformation-validate");
const { CompositeEngine, TemplateFile } = require(inside);

const engine = new CompositeEngine();
const found = [];
for (const file of process.argv.slice(2)) {
  for (const each of engine.validateTemplate(new TemplateFile(file)).diagnostics) {
    if (["WARN", "ERROR", "FATAL"].includes(each.severity)) {
      found.push(`${path.basename(file)} ${each.severity} ${each.ruleId}: ${each.message}`);
    }
  }
}
engine.free();
console.log(JSON.stringify(found));
