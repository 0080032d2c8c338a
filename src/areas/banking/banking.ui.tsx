export { BankTab } from "./statement/BankTab.tsx";
