export { rulesOn, strictestThreshold, type Rule } from "./rule/rule.model.ts";
