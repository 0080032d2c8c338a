import { JournalPart } from "../BooksParts.tsx";
import { PendingTable } from "./PendingTable.tsx";

/** What the books could not post, and why. */
export default function PendingPage() {
  return (
    <JournalPart>
      <PendingTable />
    </JournalPart>
  );
}
