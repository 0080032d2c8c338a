import { FilePlus2 } from "lucide-react";
import { useState } from "react";
import { plainDecimal } from "#kernel/quantity.ts";
import { useSearchParams } from "react-router";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import {
  CheckboxField,
  FormRow,
  InstantField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useOpened } from "#web/kit/form/opened.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { AddendaPanel } from "./ContentPanels.tsx";
import { ExtensionPanels } from "./ExtensionPanel.tsx";
import type { SolicitationDetail } from "./solicitation.model.ts";

type Values = {
  title: string;
  text: string;
  material: boolean;
  dueAt: string;
  questionsUntil: string;
  quantities: Record<string, string>;
  beyondRequisition: boolean;
  documents: StoredFile[];
};

const toForm = (s: SolicitationDetail, questionId: string | null): Values => {
  const question = s.questions.find((q) => q.id === questionId);
  return {
    title: question ? `Answer to question ${question.questionNo}` : "",
    text: "",
    material: false,
    dueAt: s.dueAt ?? "",
    questionsUntil: s.questionsUntil ?? "",
    quantities: Object.fromEntries(s.items.map((item) => [item.id, plainDecimal(item.quantity)])),
    beyondRequisition: false,
    documents: [],
  };
};

function NewAddendum({
  id,
  questionId,
  onDone,
}: {
  id: string;
  questionId: string | null;
  onDone: () => void;
}) {
  const save = useMutationAction<{ extension: { id: string } | null }>("solicitations");
  const opened = useOpened<SolicitationDetail>("/api/v1/solicitations", id);
  if (opened.isPending) return <RecordSkeleton />;
  if (!opened.record)
    return (
      <ErrorPanel
        error={opened.error}
        what="This solicitation"
        onRetry={() => void opened.refetch()}
      />
    );
  const s = opened.record;
  const question = s.questions.find((q) => q.id === questionId);
  const values = (now: SolicitationDetail) => toForm(now, questionId);
  const submit = async (v: Values) => {
    const changes = s.items.flatMap((item) =>
      v.quantities[item.id] && Number(v.quantities[item.id]) !== Number(item.quantity)
        ? [{ itemId: item.id, quantity: v.quantities[item.id]! }]
        : [],
    );
    const { extension } = await save.mutateAsync({
      path: `/api/v1/solicitations/${s.id}/addenda`,
      version: s.version,
      body: {
        title: v.title,
        text: v.text,
        material: v.material,
        dueAt: v.dueAt && v.dueAt !== s.dueAt ? v.dueAt : null,
        questionsUntil:
          v.questionsUntil && v.questionsUntil !== s.questionsUntil ? v.questionsUntil : null,
        questionId,
        changes,
        beyondRequisition: v.beyondRequisition,
        documents: v.documents.map((d) => ({ fileId: d.id, title: d.name })),
      },
    });
    notify.done(
      extension
        ? "The addendum waits for a second person: it moves the deadline"
        : `Addendum ${s.addenda + 1} is published`,
    );
    onDone();
  };
  return (
    <Panel title={`Addendum ${s.addenda + 1}`}>
      {question && (
        <blockquote className="mb-4 border-l-2 border-ctl pl-3 text-t2">
          Question {question.questionNo}: {question.question}
        </blockquote>
      )}
      <Form<Values>
        formKey={`addendum-${s.id}`}
        defaultValues={values(s)}
        version={s.version}
        conflict={opened.conflictOf(values)}
        submitLabel="Publish the addendum"
        onCancel={onDone}
        onSubmit={submit}
        wide
      >
        <TextField name="title" label="What it is about" required maxLength={200} />
        <TextArea name="text" label="What changes" required rows={5} maxLength={20_000} />
        <CheckboxField
          name="material"
          label="Material: it changes what is bid"
          hint="Bids already handed in must acknowledge it. Near the deadline it extends the deadline by the agency's rule, which a second person agrees to."
        />
        <FormRow>
          <InstantField
            name="dueAt"
            label="Bids due"
            hint="Can only move later; somebody else agrees to it before it is published"
          />
          <InstantField name="questionsUntil" label="Questions until" />
        </FormRow>
        {s.items.length > 0 && s.items.length <= 60 && (
          <details>
            <summary className="cursor-pointer text-t2">Change quantities</summary>
            <div className="mt-3 grid gap-3 md:grid-cols-2">
              {s.items.map((item) => (
                <TextField
                  key={item.id}
                  name={`quantities.${item.id}`}
                  label={`${item.itemNo}. ${item.description}`}
                  hint={`now ${plainDecimal(item.quantity)} ${item.unit}`}
                />
              ))}
            </div>
            {s.items.some((item) => item.requisitionLineId) && (
              <CheckboxField
                name="beyondRequisition"
                label="What goes beyond the requisition is not from it"
                hint="Its account is chosen at the award. Else have the rest requisitioned first: without either a quantity above what the requisition has left is refused."
              />
            )}
          </details>
        )}
        <FileDrop name="documents" label="Documents" />
      </Form>
    </Panel>
  );
}

/** What was changed since publication, and the form for the next change. */
export function AddendaTab({ s }: { s: SolicitationDetail }) {
  const { can } = useAuth();
  const { timeZone } = useAgency();
  const [search, setSearch] = useSearchParams();
  const questionId = search.get("question");
  const [writing, setWriting] = useState(questionId !== null);
  const may =
    can("solicitation.publish") && (s.status === "published" || s.status === "questions_closed");
  const done = () => {
    setWriting(false);
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        next.delete("question");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return (
    <>
      {may &&
        (writing || questionId ? (
          <NewAddendum key={questionId ?? "new"} id={s.id} questionId={questionId} onDone={done} />
        ) : (
          <div>
            <button type="button" className="btn" onClick={() => setWriting(true)}>
              <FilePlus2 aria-hidden="true" />
              Write an addendum
            </button>
          </div>
        ))}
      <ExtensionPanels s={s} />
      <AddendaPanel s={s} timeZone={timeZone} />
    </>
  );
}
