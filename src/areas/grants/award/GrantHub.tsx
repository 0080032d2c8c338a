import { AwardGroups } from "./AwardGroups.tsx";

/** Awards under their program. */
export default function GrantHub() {
  return <AwardGroups by="program" title="Grants by program" />;
}
