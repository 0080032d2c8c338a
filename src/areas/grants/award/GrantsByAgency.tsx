import { AwardGroups } from "./AwardGroups.tsx";

/** Awards under the agency that gives them. */
export default function GrantsByAgency() {
  return <AwardGroups by="grantor" title="Grants by agency" />;
}
