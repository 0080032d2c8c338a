import { ProgramTable } from "./ProgramTable.tsx";

/** Own programs: what the agency passes on, and what a reviewer scores. */
export function ReviewerTab() {
  return <ProgramTable />;
}
