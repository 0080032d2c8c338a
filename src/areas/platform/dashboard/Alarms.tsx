import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import type { AlarmRow } from "./dashboard.model.ts";

/** What is wrong with the installation itself; only administrators are sent any. */
export function Alarms({ alarms }: { alarms: readonly AlarmRow[] }) {
  const { timeZone } = useAgency();
  return alarms.map((alarm) => (
    <div key={alarm.id} className="notice tone-danger" role="status">
      <p>
        {alarm.text}{" "}
        <span className="text-t2">Since {formatInstant(alarm.beganAt, timeZone)}.</span>
      </p>
    </div>
  ));
}
