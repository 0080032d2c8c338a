import { useState } from "react";
import { messageOf } from "#web/kit/api.ts";
import { useGet, useList } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import type { UnitRow } from "./unit.model.ts";

type Asked = { amount: string; from: string; to: string };

function Answer({ amount, from, to }: Asked) {
  const query = new URLSearchParams({ amount, from, to }).toString();
  const ready = /^\d{1,12}(\.\d{1,6})?$/.test(amount) && from !== "" && to !== "";
  const found = useGet<{ amount: string }>("units", `/api/v1/units/convert?${query}`, {
    enabled: ready,
  });
  if (!ready) return null;
  if (found.isError) return <p className="text-danger">{messageOf(found.error)}</p>;
  return found.data ? (
    <p className="text-18">
      {amount} {from} = <b>{found.data.amount}</b> {to}
    </p>
  ) : null;
}

/** Counts an amount of one unit in another, so that a factor can be tried. */
export function ConvertUnits() {
  const units = useList<UnitRow>("/api/v1/units", "active=true&limit=500&sort=code");
  const [asked, setAsked] = useState<Asked>({ amount: "1", from: "", to: "" });
  const choices = (units.data?.items ?? []).filter((unit) => unit.factor !== null);
  const kind = choices.find((unit) => unit.code === asked.from)?.kind;
  const choose = (name: "from" | "to", label: string, of: readonly UnitRow[]) => (
    <label className="field">
      <span className="label">{label}</span>
      <select
        className="field-control"
        value={asked[name]}
        onChange={(event) =>
          setAsked({
            ...asked,
            ...(name === "from" && { to: "" }),
            [name]: event.target.value,
          })
        }
      >
        <option value="">Choose</option>
        {of.map((unit) => (
          <option key={unit.id} value={unit.code}>
            {unit.code}, {unit.name}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <Panel title="Convert">
      <div className="grid items-end gap-3 sm:grid-cols-3">
        <label className="field">
          <span className="label">Amount</span>
          <input
            className="field-control"
            inputMode="decimal"
            value={asked.amount}
            maxLength={20}
            onChange={(event) => setAsked({ ...asked, amount: event.target.value.trim() })}
          />
        </label>
        {choose("from", "Of", choices)}
        {choose(
          "to",
          "In",
          choices.filter((unit) => unit.kind === kind),
        )}
      </div>
      <div className="mt-3 min-h-7" aria-live="polite">
        <Answer {...asked} />
      </div>
    </Panel>
  );
}
