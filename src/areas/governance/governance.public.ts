export {
  judgedBy,
  leastOf,
  ownOrShipped,
  rulesOn,
  strictestNumber,
  strictestThreshold,
  type Rule,
} from "./rule/rule.model.ts";
