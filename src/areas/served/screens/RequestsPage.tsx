import { RequestTable } from "./RequestTable.tsx";

/** What clients asked for. */
export default function RequestsPage() {
  return <RequestTable />;
}
