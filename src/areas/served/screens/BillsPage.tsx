import { BillTable } from "./BillTable.tsx";

/** Bills to the agencies that are served. */
export default function BillsPage() {
  return <BillTable />;
}
