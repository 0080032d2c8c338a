import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Badge, StatusBadge } from "#web/kit/StatusBadge.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { alarmStatuses, severities } from "../alarm/alarm.labels.ts";
import type { AlarmRow } from "../alarm/alarm.model.ts";

function Acknowledge({ alarm }: { alarm: AlarmRow }) {
  const { can } = useAuth();
  const act = useMutationAction("device-alarms", "devices");
  if (alarm.status !== "active" || !can("device.acknowledge"))
    return <StatusBadge statuses={alarmStatuses} status={alarm.status} />;
  return (
    <button
      type="button"
      className="btn btn-small"
      disabled={act.isPending}
      aria-label={`Acknowledge ${alarm.number}`}
      onClick={() =>
        act.mutate(
          {
            path: `/api/v1/device-alarms/${alarm.id}/actions/acknowledge`,
            version: alarm.version,
          },
          {
            onSuccess: () => notify.done("Acknowledged", alarm.title),
            onError: (error) => notify.failed("Not acknowledged", error),
          },
        )
      }
    >
      Acknowledge
    </button>
  );
}

/** Alarms that are not over, the worst first, acknowledged in place. */
export function WaitingAlarms({ alarms }: { alarms: readonly AlarmRow[] }) {
  const { timeZone } = useAgency();
  const parts: readonly LinePart<AlarmRow>[] = [
    {
      label: "Alarm",
      as: "title",
      cell: ({ id, title, device }) => (
        <Link to={pathTo("deviceAlarm", { id })}>
          {device}
          <span className="block text-13 text-t2">{title}</span>
        </Link>
      ),
    },
    {
      label: "Severity",
      words: true,
      cell: ({ severity }) => <Badge {...severities[severity]} />,
    },
    { label: "Since", words: true, cell: ({ beganAt }) => formatInstant(beganAt, timeZone) },
    { label: "", as: "amount", cell: (alarm) => <Acknowledge alarm={alarm} /> },
  ];
  return (
    <LineTable
      label="Alarms that are not over"
      parts={parts}
      lines={alarms}
      keyOf={({ id }) => id}
    />
  );
}
