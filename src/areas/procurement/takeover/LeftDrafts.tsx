import { useState } from "react";
import { counted } from "#kernel/words.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { ManyAnswer } from "./takeover.model.ts";

/**
 * Which drafts: their noun's address, their ids, and of one opened record the version that was
 * read.
 */
export type LeftDrafts = {
  noun: "requisitions" | "purchase-orders";
  ids: readonly string[];
  version?: number;
};
type Props = {
  drafts: LeftDrafts;
  step: "takeOver" | "withdraw";
  onClose: (done: boolean) => void;
};
type Values = { personId: string; reason: string };
type Person = { id: string; name: string; email: string };

const words = { requisitions: "draft requisition", "purchase-orders": "draft order" };
const said = {
  takeOver: {
    title: "Take over",
    does: "The new author changes and submits it as their own. Who wrote it before stays in its history and does not decide on it.",
    submit: "Take over",
    done: "taken over",
  },
  withdraw: {
    title: "Withdraw",
    does: "It ends here; the reason stays in its history. What an order took of its requisitions is free again.",
    submit: "Withdraw",
    done: "withdrawn",
  },
};

/**
 * Gives drafts whose author left to somebody, or withdraws them with a reason; says which were
 * refused and why.
 */
export default function LeftDraftsDialog({ drafts: { noun, ids, version }, step, onClose }: Props) {
  const send = useMutationAction<Partial<ManyAnswer>>(noun);
  const [answer, setAnswer] = useState<ManyAnswer | null>(null);
  const look = said[step];
  const what = counted(ids.length, words[noun]);
  const one = version !== undefined;
  const submit = async ({ personId, reason }: Values) => {
    const body = step === "takeOver" ? { personId: personId || null } : { reason };
    const got = one
      ? await send.mutateAsync({
          path: `/api/v1/${noun}/${ids[0]}/actions/takeOver`,
          body,
          version,
        })
      : await send.mutateAsync({
          path: `/api/v1/${noun}/actions/${step === "takeOver" ? "take-over" : "withdraw"}-many`,
          body: { ids, ...body },
        });
    if (got.refused?.length) {
      setAnswer({ done: got.done ?? 0, refused: got.refused });
      return;
    }
    notify.done(`${what} ${look.done}`);
    onClose(true);
  };
  if (answer)
    return (
      <Dialog
        open
        onOpenChange={() => onClose(true)}
        title={`Not all were ${look.done}`}
        footer={
          <button type="button" className="btn btn-primary" onClick={() => onClose(true)}>
            Close
          </button>
        }
      >
        <p className="text-t1">
          {answer.done} {look.done}, {answer.refused.length} not:
        </p>
        <ul className="grid grid-cols-1">
          {answer.refused.map((each) => (
            <li key={each.id} className="grid grid-cols-1 gap-0.5 border-b border-hair py-2">
              <span className="mono text-t1">{each.number}</span>
              <span>{each.reason}</span>
            </li>
          ))}
        </ul>
      </Dialog>
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose(false);
      }}
      title={`${look.title} ${what}?`}
      description={look.does}
    >
      <Form<Values>
        formKey={null}
        defaultValues={{ personId: "", reason: "" }}
        submitLabel={look.submit}
        onCancel={() => onClose(false)}
        onSubmit={submit}
      >
        {step === "takeOver" ? (
          <Combobox<Person>
            name="personId"
            label="New author"
            path="/api/v1/members"
            query="active=true"
            itemLabel={(person) => person.name}
            itemHint={(person) => person.email}
            hint="Leave it empty to take over yourself."
          />
        ) : (
          <ReasonField />
        )}
      </Form>
    </Dialog>
  );
}
