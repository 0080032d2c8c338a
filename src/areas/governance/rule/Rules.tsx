import { Plus } from "lucide-react";
import { useState } from "react";
import { dateIn, formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import {
  isAmount,
  jurisdictions,
  parameterChoices,
  parameterNames,
  ruleName,
} from "./rule.labels.ts";
import { isPolicy } from "./policy.model.ts";
import type { Rule } from "./rule.model.ts";

const AddRule = dialogOnDemand(async () => (await import("./RuleDialogs.tsx")).AddRule);
const EndRule = dialogOnDemand(async () => (await import("./RuleDialogs.tsx")).EndRule);

const shown = (name: string, value: string | number | boolean): string =>
  isAmount(name)
    ? formatCents(Number(value))
    : typeof value === "boolean"
      ? value
        ? "yes"
        : "no"
      : (parameterChoices[name]?.[String(value)] ?? String(value));
const setBy = (rule: Rule) =>
  Object.entries(rule.parameters)
    .filter(([name]) => name !== "title" && name !== "above")
    .map(([name, value]) => `${parameterNames[name] ?? name}: ${shown(name, value)}`)
    .join(" · ");
const isOver = (rule: Rule, today: string) =>
  rule.effectiveTo !== null && rule.effectiveTo <= today;

type Labels = Readonly<Record<string, string>>;

/** Whether every word sought stands somewhere in what a rule shows. */
const says = (rule: Rule, sought: string, labels: Labels): boolean => {
  const text = [ruleName(rule, labels), setBy(rule), rule.text, rule.citation, rule.source]
    .join(" ")
    .toLowerCase();
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};

function RuleRow({
  rule,
  labels,
  today,
  onEnd,
}: {
  rule: Rule;
  labels: Labels;
  today: string;
  onEnd: (() => void) | null;
}) {
  const over = isOver(rule, today);
  return (
    <li className="grid gap-1 border-t border-hair px-4 py-3 first:border-t-0">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="min-w-0 font-medium">{ruleName(rule, labels)}</b>
        {rule.agencyEntry ? (
          <Badge tone="info" label="Federal, entered by the agency" />
        ) : (
          (rule.jurisdiction !== "federal" || isPolicy(rule)) && (
            <Badge
              tone="info"
              label={
                rule.jurisdiction === "federal"
                  ? "Agency policy, as shipped"
                  : jurisdictions[rule.jurisdiction]
              }
            />
          )
        )}
        {over ? (
          <Badge tone="neutral" label="Over" />
        ) : rule.effectiveFrom > today ? (
          <Badge tone="progress" label="To come" />
        ) : null}
        {!rule.verified && <Badge tone="warning" label="Source not read again" />}
        {onEnd && !over && (
          <button
            type="button"
            className="btn btn-small ml-auto"
            aria-label={`End ${ruleName(rule, labels)}, ${rule.citation}`}
            onClick={onEnd}
          >
            End
          </button>
        )}
      </span>
      {setBy(rule) && <span className="text-14">{setBy(rule)}</span>}
      <span className="text-13 text-t2">{rule.text}</span>
      <span className="text-12 text-t3">
        {rule.citation} · from {formatDate(rule.effectiveFrom)}
        {rule.effectiveTo && ` until before ${formatDate(rule.effectiveTo)}`} · {rule.source}
      </span>
    </li>
  );
}

/**
 * The rules of law by which the agency's purchases and payments are judged: the shipped ones, and
 * the state's and its own, which an administrator adds and ends.
 */
export default function Rules() {
  const { can } = useAuth();
  const { timeZone } = useAgency();
  const list = useGet<{ items: Rule[]; labels: Labels }>("legal-rules", "/api/v1/legal-rules");
  const [open, setOpen] = useState<Rule | "add" | null>(null);
  const [sought, setSought] = useState("");
  const editable = can("organization.edit");
  const today = dateIn(new Date().toISOString(), timeZone);
  const items = list.data?.items ?? [];
  const labels = list.data?.labels ?? {};
  const found = items.filter((rule) => says(rule, sought, labels));
  const own = found.filter((r) => r.jurisdiction !== "federal" || r.agencyEntry);
  const shipped = found.filter((r) => r.jurisdiction === "federal" && !r.agencyEntry);
  return (
    <div className="grid max-w-[880px] gap-5">
      <div className="list-head !mb-0">
        <div className="mr-auto grid gap-1">
          <h1>Rules of law</h1>
          <p className="text-t2">
            Thresholds, days and clauses by which purchases and payments are judged, each with its
            date and source.
          </p>
        </div>
        {editable && list.data && (
          <button type="button" className="btn btn-primary" onClick={() => setOpen("add")}>
            <Plus aria-hidden="true" />
            Add a rule
          </button>
        )}
      </div>
      {list.isPending && <TableSkeleton columns={2} label="Loading the rules" />}
      {list.isError && (
        <ErrorPanel error={list.error} what="The rules" onRetry={() => void list.refetch()} />
      )}
      {list.data && (
        <>
          <label className="field max-w-[420px]">
            <span className="label">Search the rules</span>
            <input
              className="field-control"
              type="search"
              value={sought}
              onChange={(event) => setSought(event.target.value)}
            />
          </label>
          {sought.trim() !== "" && (
            <p className="text-13 text-t2" role="status">
              {found.length === 0
                ? "No rule says this."
                : `${found.length} of ${items.length} rules`}
            </p>
          )}
          {(own.length > 0 || sought.trim() === "") && (
            <Panel title="State and local" flush={own.length > 0}>
              {own.length === 0 ? (
                <p className="text-t2">
                  None yet.{" "}
                  {editable
                    ? "Add what your state and your agency demand beyond the shipped rules."
                    : "An administrator adds what the state and the agency demand beyond the shipped rules."}
                </p>
              ) : (
                <ul>
                  {own.map((rule) => (
                    <RuleRow
                      key={rule.id}
                      rule={rule}
                      labels={labels}
                      today={today}
                      onEnd={editable ? () => setOpen(rule) : null}
                    />
                  ))}
                </ul>
              )}
            </Panel>
          )}
          {shipped.length > 0 && (
            <Panel title="Shipped" flush>
              <ul>
                {shipped.map((rule) => (
                  <RuleRow key={rule.id} rule={rule} labels={labels} today={today} onEnd={null} />
                ))}
              </ul>
            </Panel>
          )}
        </>
      )}
      {open === "add" && (
        <AddRule
          rules={items.filter((r) => r.jurisdiction === "federal")}
          labels={labels}
          onClose={() => setOpen(null)}
        />
      )}
      {open !== null && open !== "add" && (
        <EndRule rule={open} today={today} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}
