import { addDays } from "#kernel/time.ts";
import { useDays } from "#web/kit/days.ts";
import { DateField, FormRow, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { RfiDetail } from "../question/rfi.model.ts";
import type { DesignerOf } from "./designer.model.ts";

type Sent = {
  of: { id: string; number: string; version: number; designer: DesignerOf | null };
  noun: "rfis" | "submittals";
  onClose: () => void;
};

/** Sends a question or a submittal to somebody outside, by a letter with a link. */
export function SendDialog({ of, noun, onClose }: Sent) {
  const { today } = useDays();
  const before = of.designer;
  return (
    <PostDialog
      title={`${before ? "Send the link anew" : "Send to a designer"}: ${of.number}`}
      description={`They get a letter with a link that opens this one matter. ${before ? "The link before ends." : "What they answer waits until somebody takes it over."}`}
      path={`/api/v1/${noun}/${of.id}/actions/toDesigner`}
      submit="Send the letter"
      nouns={[noun, "projects"]}
      version={of.version}
      values={{
        name: before?.name ?? "",
        email: before?.email ?? "",
        firm: before?.firm ?? "",
        untilOn: addDays(today(), 14),
      }}
      onClose={onClose}
    >
      <FormRow>
        <TextField name="name" label="Name" required maxLength={120} />
        <TextField name="firm" label="Firm" maxLength={120} />
      </FormRow>
      <TextField name="email" label="Email" type="email" required maxLength={200} />
      <DateField name="untilOn" label="The link works until" required />
    </PostDialog>
  );
}

/** Answers a question with what the designer said, as it stands. */
export function TakeOverDialog({ rfi, onClose }: { rfi: RfiDetail; onClose: () => void }) {
  const designer = rfi.designer!;
  return (
    <PostDialog
      title={`Take over the answer to ${rfi.number}`}
      description={
        rfi.side === "contractor"
          ? "The contractor gets it at once, in its portal and by letter. The designer's link ends."
          : "Whoever asked is told at once. The designer's link ends."
      }
      path={`/api/v1/rfis/${rfi.id}/actions/answer`}
      submit="Answer with it"
      nouns={["rfis", "projects"]}
      version={rfi.version}
      values={{ designerLinkId: designer.id }}
      onClose={onClose}
    >
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{designer.answer}</p>
      <p className="text-t2">{[designer.name, designer.firm].filter(Boolean).join(", ")}</p>
    </PostDialog>
  );
}
