import { FailureTable } from "./FailureTable.tsx";

/** What breaks controls: all of it for officers, of their own records for everybody else. */
export default function FailureList() {
  return <FailureTable />;
}
