import { AwardTable } from "./AwardTable.tsx";

/** Awards that a declared disaster opened. */
export default function DisasterGrants() {
  return <AwardTable title="Disaster grants" fixed="disaster=true" />;
}
