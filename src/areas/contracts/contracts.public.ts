export { type ContractDetail } from "./contract/contract.model.ts";
