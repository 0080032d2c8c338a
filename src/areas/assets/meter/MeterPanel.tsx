import { useState } from "react";
import { useWatch } from "react-hook-form";
import { formatInstant } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { CheckboxField, InstantField, QuantityField, SelectField } from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { meterKinds, readingSources } from "./meter.labels.ts";
import type { MeterRow } from "./meter.model.ts";

function Rollover() {
  const rollover = useWatch({ name: "rollover" }) as boolean;
  return (
    <>
      <CheckboxField
        name="rollover"
        label="The meter was reset or replaced since the last reading"
        hint="A meter rises. One that shows less than before either began anew, or was misread."
      />
      {rollover && (
        <QuantityField name="rolledAt" label="What it showed last before" decimals={1} required />
      )}
    </>
  );
}

function ReadingDialog({ assetId, onClose }: { assetId: string; onClose: () => void }) {
  return (
    <PostDialog
      title="Enter a meter reading"
      path={`/api/v1/assets/${assetId}/meters`}
      submit="Save reading"
      nouns={["assets", "asset-meters"]}
      values={{
        kind: "hours",
        value: "",
        readAt: new Date().toISOString(),
        rollover: false,
        rolledAt: "",
      }}
      onClose={onClose}
    >
      <SelectField name="kind" label="Meter" required options={options(meterKinds)} />
      <QuantityField name="value" label="Reading" decimals={1} required />
      <InstantField name="readAt" label="Read at" required />
      <Rollover />
    </PostDialog>
  );
}

/** Meters of an asset, what they rise a day, and their readings. */
export function MeterPanel({ assetId }: { assetId: string }) {
  const { timeZone } = useAgency();
  const { can } = useAuth();
  const [adding, setAdding] = useState(false);
  const found = useGet<{ items: MeterRow[] }>("asset-meters", `/api/v1/assets/${assetId}/meters`);
  return (
    <Panel title="Meters">
      <div className="grid gap-4">
        {found.data?.items.length === 0 && <p className="text-t2">No meter was read yet.</p>}
        {(found.data?.items ?? []).map((meter) => (
          <div key={meter.id} className="grid gap-1">
            <p>
              <strong>{meterKinds[meter.kind]}</strong>:{" "}
              {Number(meter.value).toLocaleString("en-US")}
              {meter.total !== meter.value &&
                `, ${Number(meter.total).toLocaleString("en-US")} in all`}
              {meter.perDay !== null && (
                <span className="text-t2">
                  {" "}
                  · {meter.perDay.toLocaleString("en-US", { maximumFractionDigits: 1 })} a day
                </span>
              )}
            </p>
            <ul className="text-13 text-t2">
              {meter.readings.slice(0, 8).map((r) => (
                <li key={r.id}>
                  {formatInstant(r.readAt, timeZone)}: {Number(r.value).toLocaleString("en-US")}
                  {r.rolledAt && ` · began anew after ${r.rolledAt}`}
                  {` · ${readingSources[r.source].toLowerCase()}`}
                  {r.readBy && ` · ${r.readBy}`}
                </li>
              ))}
            </ul>
          </div>
        ))}
        {can("workOrder.work") && (
          <button type="button" className="btn justify-self-start" onClick={() => setAdding(true)}>
            Enter a meter reading
          </button>
        )}
      </div>
      {adding && <ReadingDialog assetId={assetId} onClose={() => setAdding(false)} />}
    </Panel>
  );
}
