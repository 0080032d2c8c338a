import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Strokes } from "#kernel/mark.ts";
import { download } from "#web/kit/api.ts";
import { CheckboxField, TextField } from "#web/kit/form/fields.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { SignaturePad } from "#web/kit/form/SignaturePad.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { ContractorWaivers } from "./waiver.model.ts";

type Of = ContractorWaivers["items"][number];
type Signing = { of: Of; asked: Of["asked"][number] };
type Values = { text: string; strokes: Strokes; intent: boolean };

function Pad() {
  const { watch, setValue } = useFormContext<Values>();
  return (
    <fieldset className="field">
      <legend className="label">Or draw it</legend>
      <SignaturePad
        strokes={watch("strokes")}
        onChange={(strokes) => setValue("strokes", strokes)}
      />
    </fieldset>
  );
}

function SignDialog({ path, of, asked, onClose }: Signing & { path: string; onClose: () => void }) {
  const send = useMutationAction("vendor-orders", "vendor-overview");
  return (
    <FormDialog<Values>
      title={asked.title}
      description={`${asked.place}${asked.citation ? `, ${asked.citation}` : ""}`}
      className="dialog dialog-wide"
      defaultValues={{ text: "", strokes: [], intent: false }}
      submitLabel="Sign"
      onClose={onClose}
      onSubmit={async ({ text, strokes, intent }) => {
        await send.mutateAsync({
          path: `${path}/pay-applications/${of.applicationId}/actions/waive`,
          body: {
            kind: asked.kind,
            intent,
            mark: strokes.length > 0 ? { kind: "drawn", strokes } : { kind: "typed", text },
          },
        });
        notify.done("Signed");
        onClose();
      }}
    >
      <p className="whitespace-pre-line">{asked.words}</p>
      <TextField name="text" label="Type your name as your signature" maxLength={200} />
      <Pad />
      <CheckboxField
        name="intent"
        label="I read it. What I type or draw is my signature under it, and I am entitled to give it."
      />
    </FormDialog>
  );
}

const paper = (path: string, id: string) =>
  void download(`${path}/waivers/${id}/paper`).catch((error: unknown) =>
    notify.failed("The paper could not be made", error),
  );

/** Waivers of a contractor's applications on one of its orders; nothing where none is asked. */
export function OrderWaivers({ orgId, orderId }: { orgId: string; orderId: string }) {
  const [signing, setSigning] = useState<Signing | null>(null);
  const path = `/api/v1/vendor-orders/${orgId}/${orderId}`;
  const { data } = useGet<ContractorWaivers>("vendor-orders", `${path}/waivers`);
  if (!data || data.items.length === 0) return null;
  return (
    <Panel title="Waivers" flush>
      <ul>
        {data.items.flatMap((of) => [
          ...of.asked.map((asked) => (
            <li
              key={`${of.applicationId} ${asked.kind}`}
              className="flex flex-wrap items-center gap-3 border-b border-hair px-4 py-3"
            >
              <span className="min-w-0 flex-1">
                {asked.title}, application {of.application}
                <small className="block text-t3">
                  {formatCents(asked.amount)} through {formatDate(asked.throughOn)}
                </small>
              </span>
              <button
                type="button"
                className="btn btn-small btn-primary"
                onClick={() => setSigning({ of, asked })}
              >
                Read and sign
              </button>
            </li>
          )),
          ...of.signed.map((w) => (
            <li
              key={w.id}
              className="flex flex-wrap items-center gap-3 border-b border-hair px-4 py-3 last:border-0"
            >
              <span className="min-w-0 flex-1">
                <span className="mono">{w.number}</span> {w.title}, application {of.application}
                <small className="block text-t3">Signed by {w.signerName}</small>
              </span>
              <button
                type="button"
                className="btn btn-quiet btn-small"
                aria-label={`PDF of ${w.number}`}
                onClick={() => paper(path, w.id)}
              >
                PDF
              </button>
            </li>
          )),
        ])}
      </ul>
      {signing && <SignDialog path={path} {...signing} onClose={() => setSigning(null)} />}
    </Panel>
  );
}
