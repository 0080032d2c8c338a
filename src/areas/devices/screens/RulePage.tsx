import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { definitionStatuses } from "#kernel/definition.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { StepDialog } from "#web/kit/definition/StepDialog.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { RuleRow, RuleTrial } from "../alarm/alarm.model.ts";
import { ruleInWords, watchedInWords, type NamedDevices } from "./rule-words.ts";

const path = "/api/v1/device-alarm-rules";
const RuleDialog = dialogOnDemand(async () => (await import("./RuleDialog.tsx")).RuleDialog);

type Tried = RuleTrial["alarms"][number];

const foundOf = ({ alarms, days, readings, unknown }: RuleTrial): string => {
  const over = `on ${counted(readings, "reading")} of the last ${days} days`;
  const vague = unknown > 0 ? ` Of ${counted(unknown, "position")} nothing could be told.` : "";
  return alarms.length === 0
    ? `It would have raised nothing ${over}.${vague}`
    : `It would have raised ${counted(alarms.length, "alarm")} ${over}.${vague}`;
};

function Trial({ trial }: { trial: RuleTrial }) {
  const { timeZone } = useAgency();
  const parts: readonly LinePart<Tried>[] = [
    {
      label: "Device",
      as: "title",
      cell: ({ deviceId, device }) => <Link to={pathTo("device", { id: deviceId })}>{device}</Link>,
    },
    { label: "Broken since", words: true, cell: ({ began }) => formatInstant(began, timeZone) },
    { label: "Raised", words: true, cell: ({ raised }) => formatInstant(raised, timeZone) },
    {
      label: "Over",
      words: true,
      cell: ({ cleared }) => (cleared ? formatInstant(cleared, timeZone) : "not yet"),
    },
    { label: "Read", as: "amount", cell: ({ value }) => String(Math.round(value * 100) / 100) },
  ];
  if (trial.alarms.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2>Tried on the past</h2>
      <LineTable
        label="Alarms that it would have raised"
        parts={parts}
        lines={trial.alarms.slice(0, 30)}
        keyOf={({ deviceId, raised }) => `${deviceId} ${raised}`}
      />
    </section>
  );
}

function Buttons({
  rule,
  drafted,
  devices,
}: {
  rule: RuleRow;
  drafted: boolean;
  devices: NamedDevices;
}) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<"edit" | "publish" | "retire" | null>(null);
  const close = () => setAsked(null);
  const draft = rule.status === "draft";
  return (
    <>
      {(draft || !drafted) && (
        <button type="button" className="btn" onClick={() => setAsked("edit")}>
          {draft ? "Change" : "Draft the next version"}
        </button>
      )}
      {rule.status === "published" && (
        <button type="button" className="btn" onClick={() => setAsked("retire")}>
          Retire
        </button>
      )}
      {draft && (
        <button type="button" className="btn btn-primary" onClick={() => setAsked("publish")}>
          Publish
        </button>
      )}
      {asked === "edit" && (
        <RuleDialog
          rule={rule}
          devices={devices}
          onClose={close}
          onDone={({ id }) => void navigate(pathTo("deviceRule", { id }))}
        />
      )}
      {(asked === "publish" || asked === "retire") && (
        <StepDialog
          path={path}
          version={rule}
          action={asked}
          text={
            asked === "publish"
              ? "From now on it judges what devices send."
              : "It raises nothing any more, and its alarms that are not over are cleared."
          }
          onClose={close}
        />
      )}
    </>
  );
}

/** A rule: what it watches and causes, and what it would have raised. */
export default function RulePage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const list = useGet<{ items: RuleRow[] }>("device-alarm-rules", path, { first: true });
  const known = useGet<{ items: NamedDevices }>("devices", "/api/v1/devices?limit=200");
  const devices = known.data?.items ?? [];
  const trial = useGet<RuleTrial>("device-alarm-rules", `${path}/${id}/trial`);
  if (list.isError) return <ErrorPanel error={list.error} what="The rule" />;
  if (!list.data) return <RecordSkeleton />;
  const rule = list.data.items.find((each) => each.id === id);
  if (!rule)
    return (
      <EmptyState kind="first-use" title="There is no such rule">
        <Link to={pathTo("deviceRules")}>All alarm rules</Link>
      </EmptyState>
    );
  const drafted = list.data.items.some(
    ({ definitionId, status }) => definitionId === rule.definitionId && status === "draft",
  );
  return (
    <div className="stack">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto">
            {rule.name} <span className="text-13 text-t3">v{rule.versionNo}</span>
          </h1>
          <StatusBadge statuses={definitionStatuses} status={rule.status} />
          {can("device.keep") && <Buttons rule={rule} drafted={drafted} devices={devices} />}
        </div>
        {trial.data && <Finding parts={[]} none={foundOf(trial.data)} />}
        {trial.error && <ErrorPanel error={trial.error} what="The trial" />}
      </header>
      <p>
        {ruleInWords(rule)}. {watchedInWords(rule, devices)}.
      </p>
      {trial.data && <Trial trial={trial.data} />}
    </div>
  );
}
