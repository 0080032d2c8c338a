import { useState } from "react";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { DateField, FormRow, InstantField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { AssetDetail } from "../asset/asset.model.ts";

type Time = AssetDetail["downtime"][number];
type Open = { what: "time"; of: Time | null } | { what: "day" };

function TimeDialog({
  asset: a,
  of,
  onClose,
}: {
  asset: AssetDetail;
  of: Time | null;
  onClose: () => void;
}) {
  return (
    <PostDialog
      title={of ? "Correct a time out of service" : "Enter a time out of service"}
      description="Mean time to repair and between failures count these hours."
      path={of ? `/api/v1/assets/${a.id}/downtime/${of.id}` : `/api/v1/assets/${a.id}/downtime`}
      method={of ? "PUT" : "POST"}
      submit="Save"
      nouns={["assets", "work-orders"]}
      values={{ fromAt: of?.fromAt ?? "", untilAt: of?.untilAt ?? "", reason: of?.reason ?? "" }}
      onClose={onClose}
    >
      <FormRow>
        <InstantField name="fromAt" label="From" required />
        <InstantField name="untilAt" label="To" />
      </FormRow>
      <TextField name="reason" label="Why" required maxLength={500} />
    </PostDialog>
  );
}

function DayDialog({ asset: a, onClose }: { asset: AssetDetail; onClose: () => void }) {
  return (
    <PostDialog
      title="Correct the first day in service"
      description="Depreciation and hours of service begin there."
      path={`/api/v1/assets/${a.id}/actions/serviceDay`}
      version={a.version}
      submit="Save"
      nouns={["assets"]}
      values={{ on: a.inServiceOn ?? "", reason: "" }}
      onClose={onClose}
    >
      <DateField name="on" label="First day in service" required />
      <TextField name="reason" label="Why" required maxLength={500} />
    </PostDialog>
  );
}

function Times({ asset: a, open }: { asset: AssetDetail; open: (what: Open) => void }) {
  const { timeZone } = useAgency();
  return (
    <ul className="grid gap-2">
      {a.downtime.map((d) => (
        <li key={d.id} className="flex flex-wrap items-baseline gap-3">
          <span>
            {formatInstant(d.fromAt, timeZone)} to{" "}
            {d.untilAt ? formatInstant(d.untilAt, timeZone) : "now"}
            {d.reason && <span className="text-t2"> · {d.reason}</span>}
          </span>
          {a.canEdit && (
            <button
              type="button"
              className="btn btn-small"
              onClick={() => open({ what: "time", of: d })}
            >
              Correct
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** When an asset was in service and out of it, also entered afterwards. */
export function DowntimePanel({ asset: a }: { asset: AssetDetail }) {
  const { can } = useAuth();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <Panel title="Out of service">
      <div className="grid gap-3">
        {a.inServiceOn && <p>In service since {formatDate(a.inServiceOn)}.</p>}
        {a.downtime.length === 0 ? (
          <p className="text-t2">It was never out of service.</p>
        ) : (
          <Times asset={a} open={setOpen} />
        )}
        {a.inServiceOn && (
          <div className="flex flex-wrap gap-2">
            {can("workOrder.work") && (
              <button
                type="button"
                className="btn"
                onClick={() => setOpen({ what: "time", of: null })}
              >
                Enter a time out of service
              </button>
            )}
            {a.canEdit && (
              <button type="button" className="btn" onClick={() => setOpen({ what: "day" })}>
                Correct the first day in service
              </button>
            )}
          </div>
        )}
      </div>
      {open?.what === "time" && <TimeDialog asset={a} of={open.of} onClose={close} />}
      {open?.what === "day" && <DayDialog asset={a} onClose={close} />}
    </Panel>
  );
}
