export { changeStatuses } from "./change/change.labels.ts";
export { type ContractDetail } from "./contract/contract.model.ts";
