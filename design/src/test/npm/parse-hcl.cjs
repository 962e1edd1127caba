// Parses HCL and prints it as JSON; the parser answers nothing where there is a fault.
const fs = require("fs");
const [parsed, fault] = require("hcl2-parser").parseToObject(fs.readFileSync(process.argv[2], "utf8"));
if (parsed === null) {
  console.log("not HCL: " + JSON.stringify(fault));
  process.exit(1);
}
console.log(JSON.stringify(parsed));
