import { BankLineTable } from "./BankLineTable.tsx";

/** Lines of all statements that stand. */
export default function BankLineList() {
  return <BankLineTable />;
}
