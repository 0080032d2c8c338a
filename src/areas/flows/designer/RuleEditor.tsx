import { Trash2 } from "lucide-react";
import { options } from "#kernel/labels.ts";
import type { Logic } from "#kernel/logic/logic.ts";
import { parseMoney } from "#kernel/money.ts";
import {
  comparisons,
  pairsOf,
  ruleOfPairs,
  ruleWords,
  type Comparison,
} from "../definition/words.labels.ts";
import type { FlowField } from "../definition/flow.model.ts";
import { Select, Text } from "./controls.tsx";

type Pair = { name: string; by: Comparison; value: null | boolean | number | string };

const shownValue = (pair: Pair, field: FlowField | undefined): string =>
  pair.value === null
    ? ""
    : field?.kind === "money" && typeof pair.value === "number"
      ? String(pair.value / 100)
      : String(pair.value);

const typedValue = (text: string, field: FlowField | undefined): Pair["value"] => {
  if (field?.kind === "yesNo") return text === "true";
  if (text === "") return null;
  if (field?.kind === "money") return parseMoney(text) ?? text;
  if (field?.kind === "number" && Number.isFinite(Number(text))) return Number(text);
  return text;
};

function Value({
  pair,
  field,
  onChange,
}: {
  pair: Pair;
  field: FlowField | undefined;
  onChange: (value: Pair["value"]) => void;
}) {
  const choices =
    field?.kind === "yesNo"
      ? [
          { value: "true", label: "yes" },
          { value: "false", label: "no" },
        ]
      : (field?.choices ?? []);
  const label = field?.kind === "money" ? "Value, $" : "Value";
  const value = shownValue(pair, field);
  const change = (text: string) => onChange(typedValue(text, field));
  return choices.length > 0 ? (
    <Select label={label} value={value} options={choices} onChange={change} />
  ) : (
    <Text
      label={label}
      {...(field?.kind === "date" && { hint: "A day such as 2027-01-31" })}
      value={value}
      onChange={change}
    />
  );
}

function Pairs({
  all,
  pairs,
  fields,
  onChange,
}: {
  all: boolean;
  pairs: readonly Pair[];
  fields: readonly FlowField[];
  onChange: (rule: Logic) => void;
}) {
  const put = (at: number, pair: Pair | null) =>
    onChange(
      ruleOfPairs(
        all,
        pairs.flatMap((each, place) => (place === at ? (pair ? [pair] : []) : [each])),
      ),
    );
  const first = fields[0];
  return (
    <div className="grid gap-3">
      {pairs.length > 1 && (
        <Select
          label="Together"
          value={all ? "and" : "or"}
          options={[
            { value: "and", label: "All of these hold" },
            { value: "or", label: "One of these holds" },
          ]}
          onChange={(value) => onChange(ruleOfPairs(value === "and", pairs))}
        />
      )}
      {pairs.map((pair, at) => {
        const field = fields.find((each) => each.name === pair.name);
        return (
          <div key={`${at}-${pair.name}`} className="grid gap-2 border-l-2 border-hair pl-3">
            <Select
              label="Field"
              value={pair.name}
              options={fields.map((each) => ({ value: each.name, label: each.label }))}
              onChange={(name) => {
                const next = fields.find((each) => each.name === name);
                put(at, { ...pair, name, value: next?.kind === "yesNo" ? true : null });
              }}
            />
            <Select
              label="Comparison"
              value={pair.by}
              options={options(comparisons)}
              onChange={(by) => put(at, { ...pair, by: by as Comparison })}
            />
            <Value pair={pair} field={field} onChange={(value) => put(at, { ...pair, value })} />
            <button type="button" className="btn btn-quiet btn-small" onClick={() => put(at, null)}>
              <Trash2 aria-hidden="true" />
              Take out
            </button>
          </div>
        );
      })}
      {first && (
        <button
          type="button"
          className="btn btn-small"
          onClick={() =>
            onChange(
              ruleOfPairs(all, [
                ...pairs,
                { name: first.name, by: "==", value: first.kind === "yesNo" ? true : null },
              ]),
            )
          }
        >
          Add a comparison
        </button>
      )}
    </div>
  );
}

/** A rule by comparisons of fields; one that says more than that is shown as it is written. */
export function RuleEditor({
  rule,
  fields,
  onChange,
}: {
  rule: Logic;
  fields: readonly FlowField[];
  onChange: (rule: Logic) => void;
}) {
  const said = pairsOf(rule);
  if (!said)
    return (
      <div className="grid gap-2">
        <p className="mono text-12">{ruleWords(rule, fields)}</p>
        <button type="button" className="btn btn-small" onClick={() => onChange(true)}>
          Write it anew
        </button>
      </div>
    );
  return <Pairs all={said.all} pairs={said.pairs} fields={fields} onChange={onChange} />;
}
