import { DisasterMoney } from "#areas/recovery/recovery.ui.tsx";
import { AwardTable } from "./AwardTable.tsx";

/** Awards that a declared disaster opened. */
export default function DisasterGrants() {
  return (
    <div className="stack">
      <AwardTable title="Disaster grants" fixed="disaster=true" />
      <DisasterMoney />
    </div>
  );
}
