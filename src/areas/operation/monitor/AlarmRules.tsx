import { useState } from "react";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { shownMetric } from "#kernel/monitor-metrics.ts";
import type { Metrics } from "./Charts.tsx";
import type { RuleRow } from "./monitor.model.ts";

const RuleDialog = dialogOnDemand(async () => (await import("./RuleDialog.tsx")).RuleDialog);

const sentenceOf = ({ label, direction, threshold, margin, minutes, unit }: RuleRow): string =>
  `${label} ${direction} ${shownMetric(threshold, unit)} for ${counted(minutes, "minute")}; over when it is ${shownMetric(margin, unit)} better for as long`;

/** When a number is an alarm: data that administrators change. */
export function AlarmRules({ metrics }: { metrics: Metrics }) {
  const { can } = useAuth();
  const read = useGet<{ items: RuleRow[] }>("alarm-rules", "/api/v1/alarm-rules");
  const [open, setOpen] = useState<RuleRow | "new" | null>(null);
  if (read.isError)
    return <ErrorPanel error={read.error} what="The alarms" onRetry={() => void read.refetch()} />;
  return (
    <Panel
      title="When it is an alarm"
      aside={
        can("alarm.manage") && (
          <button type="button" className="btn btn-small" onClick={() => setOpen("new")}>
            Add an alarm
          </button>
        )
      }
    >
      <ul className="divide-y divide-hair">
        {(read.data?.items ?? []).map((rule) => (
          <li key={rule.id} className="flex flex-wrap items-center gap-3 py-2">
            <span className="min-w-0 flex-1 basis-[260px]">
              {sentenceOf(rule)}
              <small className="block text-t3">
                {rule.audience === "all"
                  ? "Administrators of every agency are told"
                  : "Administrators of the agency that runs this installation are told"}
                , once.
              </small>
            </span>
            {!rule.enabled && <Badge tone="neutral" label="Off" />}
            {can("alarm.manage") && (
              <button
                type="button"
                className="btn btn-quiet btn-small"
                aria-label={`Change: ${rule.label}`}
                onClick={() => setOpen(rule)}
              >
                Change
              </button>
            )}
          </li>
        ))}
      </ul>
      {open && (
        <RuleDialog
          rule={open === "new" ? null : open}
          metrics={metrics}
          onClose={() => setOpen(null)}
        />
      )}
    </Panel>
  );
}
