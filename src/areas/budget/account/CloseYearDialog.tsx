import { Info } from "lucide-react";
import { Link } from "react-router";
import { counted } from "#kernel/words.ts";
import { formatCents } from "#kernel/money.ts";
import { RadioGroup, TextArea } from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { ClosingPreview, FiscalYear } from "../budget.model.ts";

type Values = { budget: "" | "carry" | "next"; note: string };

function Along({ preview }: { preview: ClosingPreview }) {
  return (
    <table className="ledger">
      <caption className="visually-hidden">What goes along into the next year</caption>
      <thead>
        <tr>
          <th scope="col">Goes along</th>
          <th scope="col" className="num">
            Holds
          </th>
        </tr>
      </thead>
      <tbody>
        {preview.groups.map((g) => (
          <tr key={g.documentType}>
            <td>
              <b className="font-medium">{g.count.toLocaleString("en-US")}</b> {g.label}
            </td>
            <td className="num">{formatCents(g.held)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Together</th>
          <td className="num">{formatCents(preview.preEncumbered + preview.encumbered)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Documents({ preview: { documents, groups } }: { preview: ClosingPreview }) {
  const all = groups.reduce((n, g) => n + g.count, 0);
  if (!documents.length) return null;
  return (
    <details>
      <summary>
        {documents.length < all
          ? `The ${documents.length} that hold most, of ${all}`
          : counted(all, "document")}
      </summary>
      <div
        className="table-scroll max-h-60 overflow-y-auto"
        tabIndex={0}
        role="region"
        aria-label="Documents that go along"
      >
        <table className="ledger">
          <thead>
            <tr>
              <th scope="col">Document</th>
              <th scope="col" className="num">
                Holds
              </th>
            </tr>
          </thead>
          <tbody>
            {documents.map((d) => (
              <tr key={d.id}>
                <td className="mono">
                  <Link className="text-link" to={d.href}>
                    {d.number}
                  </Link>
                </td>
                <td className="num">{formatCents(d.held)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** What an account of the next year lacks, said where the choice is made. */
const lacking = (short: ClosingPreview["short"]["carry"]): string =>
  short.length === 0
    ? ""
    : ` Not possible yet: ${short
        .slice(0, 3)
        .map((s) =>
          s.line
            ? `${s.code} lacks ${formatCents(s.missing)}`
            : `${s.code} has no line (${formatCents(s.missing)})`,
        )
        .join(", ")}${short.length > 3 ? ` and ${short.length - 3} more` : ""}.`;

function Closing({ preview, onClose }: { preview: ClosingPreview; onClose: () => void }) {
  const { year, next, blocked, lapses, short, carriedBudget } = preview;
  const send = useMutationAction(
    "fiscal-years",
    "budget-lines",
    "budget-summary",
    "commitment-entries",
    "purchase-orders",
    "requisitions",
    "invoices",
  );
  if (blocked)
    return (
      <div className="stack">
        <div className="notice tone-info" role="status">
          <Info aria-hidden="true" />
          <p>{blocked}</p>
        </div>
        <Along preview={preview} />
      </div>
    );
  const close = async ({ budget, note }: Values) => {
    await send.mutateAsync({
      path: `/api/v1/fiscal-years/${year.id}/actions/close`,
      body: { budget, note },
      version: year.version,
    });
    notify.done(
      `Fiscal year ${year.year} is closed`,
      `${counted(
        preview.groups.reduce((n, g) => n + g.count, 0),
        "document",
      )} went into ${next!.year}`,
    );
    onClose();
  };
  return (
    <div className="stack">
      <Along preview={preview} />
      <Documents preview={preview} />
      <Form<Values>
        formKey={null}
        defaultValues={{ budget: "", note: "" }}
        submitLabel={`Close ${year.year}`}
        onCancel={onClose}
        onSubmit={close}
      >
        <RadioGroup
          name="budget"
          label={`What pays for them in ${next!.year}`}
          required
          options={[
            {
              value: "carry",
              label: "The unspent budget behind them goes along",
              hint: `${formatCents(carriedBudget)} of budget move with what they hold; ${formatCents(lapses.carry)} of ${year.year} lapse.${lacking(short.carry)}`,
            },
            {
              value: "next",
              label: `The budget of ${next!.year}`,
              hint: `No budget moves; ${formatCents(lapses.next)} of ${year.year} lapse, and the hard stops of ${next!.year} decide.${lacking(short.next)}`,
            },
          ]}
        />
        <TextArea name="note" label="Note for the record" rows={2} maxLength={500} />
      </Form>
    </div>
  );
}

/**
 * Closes a fiscal year: what goes along, what pays for it, what lapses; or why it cannot be closed
 * yet.
 */
export function CloseYearDialog({ row, onClose }: { row: FiscalYear; onClose: () => void }) {
  const preview = useGet<ClosingPreview>("fiscal-years", `/api/v1/fiscal-years/${row.id}/closing`);
  return (
    <Dialog
      onClose={onClose}
      title={`Close fiscal year ${row.year}`}
      description="What was spent stays in the year. What is under way goes into the next one, and nothing more is charged to this one."
      className="dialog dialog-wide"
    >
      {preview.isPending && <TableSkeleton columns={3} rows={4} label="Adding up the year" />}
      {preview.isError && (
        <ErrorPanel error={preview.error} what="The year" onRetry={() => void preview.refetch()} />
      )}
      {preview.data && <Closing preview={preview.data} onClose={onClose} />}
    </Dialog>
  );
}

/** Opens a closed year again, with a reason. */
export function ReopenYearDialog({ row, onClose }: { row: FiscalYear; onClose: () => void }) {
  const send = useMutationAction("fiscal-years", "budget-lines");
  const reopen = async (values: { reason: string }) => {
    await send.mutateAsync({
      path: `/api/v1/fiscal-years/${row.id}/actions/reopen`,
      body: values,
      version: row.version,
    });
    notify.done(`Fiscal year ${row.year} is open again`);
    onClose();
  };
  return (
    <FormDialog<{ reason: string }>
      title={`Open fiscal year ${row.year} again?`}
      description="For late amendments and transfers. What went into the next year stays there."
      defaultValues={{ reason: "" }}
      submitLabel="Open again"
      onSubmit={reopen}
      onClose={onClose}
    >
      <ReasonField label="Reason" maxLength={500} />
    </FormDialog>
  );
}
