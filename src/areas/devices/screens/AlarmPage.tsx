import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { alarmCycle, alarmStatuses, severities } from "../alarm/alarm.labels.ts";
import type { AlarmDetail, Caused } from "../alarm/alarm.model.ts";

const look = { statuses: alarmStatuses, course: alarmCycle.course, actions: alarmCycle.actions };

const opens = ({ type, id }: Caused): string | null => {
  if (id === null) return null;
  if (type === "stockLot") return `/inventory/lots/${id}`;
  if (type === "workOrder") return `/maintenance-management/${id}`;
  return type === "shipNotice" ? pathTo("shipment", { id }) : null;
};

function CausedList({ alarm }: { alarm: AlarmDetail }) {
  if (alarm.muted) return <p>The device was muted: nobody was told, and nothing was caused.</p>;
  if (alarm.caused.length === 0) return <p>Its rule causes nothing.</p>;
  return (
    <ul className="grid gap-1">
      {alarm.caused.map((one) => {
        const to = opens(one);
        return <li key={one.text}>{to ? <Link to={to}>{one.text}</Link> : one.text}</li>;
      })}
    </ul>
  );
}

function Alarm({ alarm }: { alarm: AlarmDetail }) {
  const { timeZone } = useAgency();
  const said =
    alarm.status === "cleared"
      ? `It is over since ${formatInstant(alarm.clearedAt!, timeZone)}. ${alarm.statusReason}`
      : alarm.status === "acknowledged"
        ? `${alarm.acknowledgedBy ?? "Somebody"} sees to it. It is over when the readings say so.`
        : "Nobody has acknowledged it yet.";
  return (
    <div className="stack">
      <Finding parts={[]} none={said} />
      <Panel title="What it caused">
        <CausedList alarm={alarm} />
      </Panel>
      <Panel title="The alarm">
        <Facts
          rows={[
            [
              "Device",
              <Link key="device" to={pathTo("device", { id: alarm.deviceId })}>
                {alarm.device}
              </Link>,
            ],
            ["Rule", alarm.rule],
            ["Severity", severities[alarm.severity].label],
            ["Began", formatInstant(alarm.beganAt, timeZone)],
            [
              "Acknowledged",
              alarm.acknowledgedAt &&
                `${alarm.acknowledgedBy}, ${formatInstant(alarm.acknowledgedAt, timeZone)}`,
            ],
            [
              "Held back",
              alarm.heldBack > 0 &&
                `${counted(alarm.heldBack, "more alarm")} of the rule within the hour: nobody was told again`,
            ],
          ]}
        />
      </Panel>
    </div>
  );
}

const tabs: readonly RecordTab<AlarmDetail>[] = [
  { id: "alarm", label: "Alarm", content: (alarm) => <Alarm alarm={alarm} /> },
  {
    id: "comments",
    label: "Comments",
    content: ({ id }) => <Comments objectType="deviceAlarm" objectId={id} />,
  },
];

/** An alarm of a device: what was read, what it caused, who sees to it. */
export default function AlarmPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<AlarmDetail>
      path="/api/v1/device-alarms"
      id={id}
      lifecycle={look}
      title={({ title }) => title}
      subtitle={({ device }) => device}
      tabs={tabs}
    />
  );
}
