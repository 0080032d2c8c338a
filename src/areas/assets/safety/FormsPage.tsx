import { useState } from "react";
import { useSearchParams } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { saveFile } from "#web/kit/bytes.ts";
import { api, ApiProblem, download } from "#web/kit/api.ts";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { FilingPanel } from "./FilingPanel.tsx";
import { itaRulesOf } from "./ita-rules.data.ts";
import { LogPanel } from "./LogPanel.tsx";
import { YearDialog, YearStepDialog, type YearStep } from "./YearDialogs.tsx";
import type { EstablishmentRow, YearAnswer } from "./safety.model.ts";

const root = "/api/v1/safety-establishments";

const rows = (y: YearAnswer): [string, number][] => [
  ["G Deaths", y.totals.deaths],
  ["H Cases with days away", y.totals.daysAwayCases],
  ["I Cases with transfer or restriction", y.totals.restrictedCases],
  ["J Other recordable cases", y.totals.otherCases],
  ["K Days away", y.totals.daysAway],
  ["L Days of transfer or restriction", y.totals.daysRestricted],
  ["M1 Injuries", y.totals.injuries],
  ["M2 Skin disorders", y.totals.skin],
  ["M3 Respiratory conditions", y.totals.respiratory],
  ["M4 Poisonings", y.totals.poisonings],
  ["M5 Hearing loss", y.totals.hearing],
  ["M6 All other illnesses", y.totals.otherIllnesses],
];

function Summary({ of: y }: { of: YearAnswer }) {
  return (
    <Panel title={`Form 300A, ${y.year}`} aside={y.establishment.name}>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Sums of form 300A">
        <table className="ledger w-full" aria-label="Sums of form 300A">
          <tbody>
            {rows(y).map(([label, value]) => (
              <tr key={label}>
                <th scope="row" className="font-normal">
                  {label}
                </th>
                <td className="num">{value.toLocaleString("en-US")}</td>
              </tr>
            ))}
            <tr>
              <th scope="row" className="font-normal">
                Average of employees
              </th>
              <td className="num">
                {y.averageEmployees?.toLocaleString("en-US") ?? "Not entered"}
              </td>
            </tr>
            <tr>
              <th scope="row" className="font-normal">
                Hours worked
              </th>
              <td className="num">
                {y.hoursWorked?.toLocaleString("en-US") ?? "Not entered"}
                {Boolean(y.hoursWorked && y.averageEmployees) && (
                  <small className="block text-12 text-t3">
                    {Math.round(y.hoursWorked! / y.averageEmployees!).toLocaleString("en-US")} for
                    each of them in the year
                  </small>
                )}
              </td>
            </tr>
            <tr>
              <th scope="row">TRIR, recordable cases per 200,000 hours</th>
              <td className="num">{y.trir?.toFixed(2) ?? "Enter the hours"}</td>
            </tr>
            <tr>
              <th scope="row">DART, cases with days away, restricted or transferred</th>
              <td className="num">{y.dart?.toFixed(2) ?? "Enter the hours"}</td>
            </tr>
          </tbody>
        </table>
      </div>
      {y.openCases > 0 && (
        <p className="mt-3 text-warning">
          {y.openCases} {y.openCases === 1 ? "case is" : "cases are"} not classified and not in
          these sums.
        </p>
      )}
      {y.openEnds.length > 0 && (
        <p className="mt-3 text-warning">
          Enter until when the days are expected of {y.openEnds.join(", ")}: the summary estimates
          them. 29 CFR 1904.7(b)(3)(ix)
        </p>
      )}
      <p className="mt-3 text-13 text-t2">
        {[
          y.executiveName && `Executive: ${y.executiveName}, ${y.executiveTitle}`,
          y.certifiedOn && `certified ${formatDate(y.certifiedOn)}`,
          y.postedOn && `posted ${formatDate(y.postedOn)}`,
          y.removedOn && `taken down ${formatDate(y.removedOn)}`,
          y.sentOn && `file sent ${formatDate(y.sentOn)}`,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <p className="text-13 text-t2">
        Posted from 1 February to 30 April of the year after; all forms are kept five years, and the
        log is corrected during them. 29 CFR 1904.32 and 1904.33
      </p>
    </Panel>
  );
}

const steps: readonly { step: YearStep; label: string; when: (y: YearAnswer) => boolean }[] = [
  { step: "certify", label: "Certify", when: (y) => !y.certifiedOn },
  { step: "post", label: "Mark posted", when: (y) => Boolean(y.certifiedOn) && !y.postedOn },
  { step: "remove", label: "Mark taken down", when: (y) => Boolean(y.postedOn) && !y.removedOn },
  { step: "send", label: "Mark file sent", when: (y) => Boolean(y.certifiedOn) && !y.sentOn },
];

function Files({ of: y }: { of: YearAnswer }) {
  const { can } = useAuth();
  const act = useMutationAction<{ name: string; text: string }>();
  const rules = itaRulesOf(y.year);
  const address = `${root}/${y.establishment.id}/years/${y.year}`;
  const [refused, setRefused] = useState<readonly { path: string; message: string }[]>([]);
  const save = async (cases: boolean) => {
    setRefused([]);
    try {
      const file = cases
        ? await act.mutateAsync({ path: `${address}/actions/export-cases` })
        : await api<{ name: string; text: string }>(`${address}/summary-file`);
      saveFile(file.name, file.text, "text/csv");
    } catch (error) {
      notify.failed("The file was not made", error);
      if (error instanceof ApiProblem) setRefused(error.errors);
    }
  };
  return (
    <Panel title="Files for OSHA's application">
      <div className="grid gap-3">
        {y.faults.length === 0 ? (
          <p>The summary has nothing that the application is known to refuse.</p>
        ) : (
          <ul className="checks" aria-label="What the application would refuse">
            {y.faults.map((f) => (
              <li key={f.column + f.message} className="warn">
                <span className="mono">{f.column}</span>: {f.message}
              </li>
            ))}
          </ul>
        )}
        <div className="flex flex-wrap gap-2">
          {can("safety.edit") && (
            <button
              type="button"
              className="btn"
              disabled={y.faults.length > 0}
              onClick={() => void save(false)}
            >
              Summary, form 300A
            </button>
          )}
          {can("safety.private") && (
            <button type="button" className="btn" onClick={() => void save(true)}>
              Cases, forms 300 and 301
            </button>
          )}
        </div>
        {refused.length > 0 && (
          <ul className="checks" aria-label="What the application would refuse of this file">
            {refused.map((f) => (
              <li key={f.path + f.message} className="warn">
                <span className="mono">{f.path}</span>: {f.message}
              </li>
            ))}
          </ul>
        )}
        <p className="text-13 text-t2">
          The file of cases holds no names, but birth, hire and what happened: that it was made is
          recorded. Checked by rules that hold from {rules.fromYear} on
          {rules.verifiedOn
            ? `, held against OSHA's text on ${formatDate(rules.verifiedOn)}.`
            : ", which nobody has held against OSHA's own text yet."}
        </p>
      </div>
    </Panel>
  );
}

function PrintButtons({ of: y }: { of: YearAnswer }) {
  const { can } = useAuth();
  const print = (form: string) =>
    download(`${root}/${y.establishment.id}/years/${y.year}/${form}`).catch((error: unknown) =>
      notify.failed("The form was not made", error),
    );
  return (
    <>
      <button type="button" className="btn" onClick={() => void print("form-300a")}>
        Print form 300A
      </button>
      {can("safety.private") && (
        <button type="button" className="btn" onClick={() => void print("form-300")}>
          Print form 300
        </button>
      )}
    </>
  );
}

function Year({ id, year }: { id: string; year: number }) {
  const { can } = useAuth();
  const [open, setOpen] = useState<"edit" | YearStep | null>(null);
  const found = useGet<YearAnswer>("safety-years", `${root}/${id}/years/${year}`, { keep: true });
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data) return <ErrorPanel error={found.error} what="The forms" />;
  const y = found.data;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {can("safety.edit") && (
          <>
            <button type="button" className="btn btn-primary" onClick={() => setOpen("edit")}>
              Enter employees and hours
            </button>
            {steps
              .filter(({ when }) => when(y))
              .map(({ step, label }) => (
                <button key={step} type="button" className="btn" onClick={() => setOpen(step)}>
                  {label}
                </button>
              ))}
          </>
        )}
        <PrintButtons of={y} />
      </div>
      <FilingPanel of={y} />
      <Summary of={y} />
      {can("safety.private") && <LogPanel key={`${id}-${year}`} of={y} />}
      <Files of={y} />
      {open === "edit" && <YearDialog of={y} onClose={() => setOpen(null)} />}
      {open && open !== "edit" && (
        <YearStepDialog of={y} step={open} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

/** /safety-management/forms: forms 300, 300A and the files, by establishment and year. */
export default function FormsPage() {
  const { timeZone } = useAgency();
  const [search, setSearch] = useSearchParams();
  const places = useGet<{ items: EstablishmentRow[] }>("safety-establishments", root, {
    first: true,
  });
  if (places.isPending) return <RecordSkeleton />;
  if (!places.data) return <ErrorPanel error={places.error} what="The establishments" />;
  const now = Number(new Date().toLocaleDateString("en-CA", { timeZone }).slice(0, 4));
  const id = search.get("establishment") ?? places.data.items[0]?.id ?? null;
  const year = Number(search.get("year")) || now;
  const choose = (key: string, value: string) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        next.set(key, value);
        return next;
      },
      { replace: true },
    );
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>OSHA forms</h1>
      </div>
      {!id ? (
        <EmptyState kind="first-use" title="No establishment yet">
          Add one under Establishments: each place of work has a log of its own.
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap gap-4">
            <label className="field">
              <span className="label">Establishment</span>
              <select
                className="field-control"
                value={id}
                onChange={(event) => choose("establishment", event.target.value)}
              >
                {places.data.items.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                  </option>
                ))}
              </select>
            </label>
            <label className="field">
              <span className="label">Year</span>
              <select
                className="field-control"
                value={year}
                onChange={(event) => choose("year", event.target.value)}
              >
                {[0, 1, 2, 3, 4, 5].map((back) => (
                  <option key={back} value={now - back}>
                    {now - back}
                  </option>
                ))}
              </select>
            </label>
          </div>
          <Year id={id} year={year} />
        </>
      )}
    </div>
  );
}
