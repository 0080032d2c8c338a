export { PositiveTab } from "./positive/PositiveTab.tsx";
export { BankTab } from "./statement/BankTab.tsx";
