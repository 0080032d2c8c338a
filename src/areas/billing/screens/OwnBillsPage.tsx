import { OwnBillTable } from "./BillTables.tsx";

/** All bills that the agency got for Levee. */
export default function OwnBillsPage() {
  return <OwnBillTable />;
}
