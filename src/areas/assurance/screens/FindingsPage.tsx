import { FindingTable } from "./FindingTable.tsx";

/** Findings that are for the reader, of all audits and other sources. */
export default function FindingsPage() {
  return <FindingTable />;
}
