export { RuleDialog } from "./mapping/RuleDialog.tsx";
export { RuleLine, type RuleAction } from "./mapping/RuleLine.tsx";
