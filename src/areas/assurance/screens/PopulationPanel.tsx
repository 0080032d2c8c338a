import { formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { itemResults, sampleMethods } from "../sample/sample.labels.ts";
import type { ItemRow, PopulationRow, Recheck, SampleRow } from "../sample/sample.model.ts";
import type { ProcedureAsked as Asked } from "./asked.ts";

const cents = (value: number) => formatCents(value);

const drawnHow = ({ facts, method, confidence }: SampleRow): string =>
  method === "units"
    ? `Interval ${cents(facts.interval ?? 0)}, first unit at ${cents(facts.start ?? 0)}, ${confidence} % confidence`
    : facts.strata
        .map(({ from, count }) => `${counted(count, "record")} from ${cents(from)}`)
        .join("; ");

const setApart = ({ facts: { credits, zeros } }: SampleRow): string | null =>
  credits && zeros
    ? `${counted(credits.count, "credit")} of ${cents(credits.cents)} and ${counted(zeros.count, "zero", "zeros")} have no unit and are not drawn`
    : null;

const atMost = ({ projection: p }: SampleRow): string =>
  p.upper === null
    ? ""
    : `, at the most ${cents(p.upper)} (basic precision ${cents(p.basic ?? 0)}, incremental ${cents(p.incremental ?? 0)})`;

const says = (sample: SampleRow): string => {
  const { tested, exceptions, known, projected } = sample.projection;
  if (tested === 0) return "Nothing is tested yet";
  const found = `${counted(exceptions, "exception")} in ${tested}`;
  return `${found}; known ${cents(known)}, projected ${cents(projected)}${atMost(sample)}`;
};

function Sample({
  of,
  working,
  ask,
}: {
  of: SampleRow;
  working: boolean;
  ask: (asked: Asked) => void;
}) {
  const parts: readonly LinePart<ItemRow>[] = [
    {
      label: "Record",
      as: "title",
      cell: ({ number, certain }) => `${number}${certain ? " (certain)" : ""}`,
    },
    {
      label: "Amount, $",
      as: "amount",
      cell: (item) => formatCents(item.cents, { symbol: false }),
    },
    { label: "Found", cell: ({ result }) => (result ? itemResults[result] : "Not tested") },
    {
      label: "Should be",
      cell: ({ auditedCents }) => (auditedCents === null ? "" : cents(auditedCents)),
    },
    { label: "Because", cell: ({ said }) => said },
    ...(working
      ? [
          {
            label: "Test",
            cell: (item: ItemRow) => (
              <button
                type="button"
                className="text-link"
                onClick={() => ask({ what: "test", item })}
              >
                Test {item.number}
              </button>
            ),
          },
        ]
      : []),
  ];
  return (
    <div className="grid gap-2">
      <h3>{sampleMethods[of.method]} sample</h3>
      <Facts
        rows={[
          ["Says", says(of)],
          ["Drawn", drawnHow(of)],
          ["Set apart", setApart(of)],
          [
            "Seed",
            <span className="mono break-all" key="seed">
              {of.seed}
            </span>,
          ],
        ]}
      />
      <LineTable label="Drawn records" parts={parts} lines={of.items} keyOf={({ id }) => id} />
    </div>
  );
}

/** A frozen population with its samples. */
export function PopulationPanel({
  of,
  working,
  ask,
}: {
  of: PopulationRow;
  working: boolean;
  ask: (asked: Asked) => void;
}) {
  const { timeZone } = useAgency();
  const check = useMutationAction<Recheck>();
  const recheck = async () => {
    try {
      const { same, said } = await check.mutateAsync({
        path: `/api/v1/audit-populations/${of.id}/actions/recheck`,
      });
      notify.done(same ? "Unchanged" : "The rows changed", said);
    } catch (error) {
      notify.failed("It was not compared", error);
    }
  };
  return (
    <Panel title={`Population: ${of.title}`}>
      <div className="grid gap-4">
        <Facts
          rows={[
            ["Filters", of.query || "none"],
            ["Frozen", formatInstant(of.frozenAt, timeZone)],
            ["Holds", `${counted(of.items, "record")}, ${cents(of.cents)}`],
            [
              "SHA-256 of its rows",
              <span className="mono break-all" key="sha">
                {of.digest}
              </span>,
            ],
          ]}
        />
        <div className="flex flex-wrap gap-2">
          <button
            type="button"
            className="btn"
            onClick={() =>
              void download(`/api/v1/files/${of.fileId}`).catch((error: unknown) =>
                notify.failed("The file did not come", error),
              )
            }
          >
            Take its rows
          </button>
          {working && (
            <>
              <button type="button" className="btn" onClick={() => void recheck()}>
                Compare with today
              </button>
              <button
                type="button"
                className="btn"
                onClick={() => ask({ what: "draw", population: of })}
              >
                Draw a sample
              </button>
            </>
          )}
        </div>
        {of.samples.map((sample) => (
          <Sample key={sample.id} of={sample} working={working} ask={ask} />
        ))}
      </div>
    </Panel>
  );
}
