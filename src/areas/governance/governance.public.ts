export {
  judgedBy,
  leastOf,
  ownOrShipped,
  rulesOn,
  strictestNumber,
  strictestThreshold,
  type Rule,
} from "./rule/rule.model.ts";
export { noAwardPays, wagesTogether, type WageDemand } from "./rule/wage-demand.model.ts";
