import { useState, type CSSProperties } from "react";
import { Link } from "react-router";
import { FormRow, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { brandingOf, textOn } from "../chat/branding.model.ts";
import type { LookInput, LookRow } from "./look.model.ts";

const path = "/api/v1/assistant-looks";
const nouns = ["assistant-looks"];
const blank: LookInput = {
  ...{ name: "", companyName: "", primaryColor: "", secondaryColor: "", welcomeMessage: "" },
};

function LookDialog({ look, onClose }: { look: LookRow | null; onClose: () => void }) {
  const { id: _id, version, ...values } = look ?? { ...blank, id: "", version: 0 };
  return (
    <PostDialog<LookInput>
      title={look ? `The look of ${look.name}` : "A new look"}
      description="What you leave empty is the agency's own."
      path={look ? `${path}/${look.id}` : path}
      method={look ? "PATCH" : "POST"}
      submit="Save"
      {...(look ? { version } : {})}
      nouns={nouns}
      values={values}
      onClose={onClose}
    >
      <TextField name="name" label="Called here" required maxLength={80} />
      <TextField name="companyName" label="It speaks for" maxLength={80} />
      <FormRow>
        <TextField name="primaryColor" label="Color" hint="Such as #1E40AF." maxLength={7} />
        <TextField name="secondaryColor" label="Second color" maxLength={7} />
      </FormRow>
      <TextArea name="welcomeMessage" label="First words" rows={3} maxLength={400} />
    </PostDialog>
  );
}

/** The head of the widget and its first words, as whoever opens it sees them. */
function Preview({ look }: { look: LookRow }) {
  const branding = brandingOf(null, {
    branding_config: {
      ...{ companyName: look.companyName, primaryColor: look.primaryColor },
      secondaryColor: look.secondaryColor,
    },
    welcome_message: look.welcomeMessage,
  });
  const colors: CSSProperties = {
    background: branding.primaryColor,
    color: textOn(branding.primaryColor),
  };
  return (
    <div className="overflow-hidden rounded border border-hair" role="img" aria-label="Preview">
      <p className="px-3 py-2 font-medium" style={colors}>
        {branding.companyName}
      </p>
      <p className="px-3 py-3">{branding.welcomeMessage}</p>
    </div>
  );
}

function Look({ look, onChange }: { look: LookRow; onChange: () => void }) {
  const act = useMutationAction(...nouns);
  const drop = async () => {
    try {
      await act.mutateAsync({
        ...{ method: "DELETE", path: `${path}/${look.id}`, version: look.version },
      });
      notify.done("Taken away", `${look.name} shows the agency’s look again.`);
    } catch (error) {
      notify.failed("It was not taken away", error);
    }
  };
  return (
    <li className="grid content-start gap-3 rounded border border-hair p-4">
      <h3>{look.name}</h3>
      <Preview look={look} />
      <div className="flex flex-wrap items-center gap-2">
        <button type="button" className="btn btn-small" onClick={onChange}>
          Change
        </button>
        <button
          type="button"
          className="btn btn-small"
          disabled={act.isPending}
          onClick={() => void drop()}
        >
          Take away
        </button>
        <Link to={`/dashboard?agent=${look.id}`}>Open it</Link>
      </div>
    </li>
  );
}

/** How the assistants of the agency present themselves, each as it looks. */
export function LookTab() {
  const [open, setOpen] = useState<LookRow | "new" | null>(null);
  const { data, error } = useGet<{ items: LookRow[] }>("assistant-looks", path, { anew: true });
  if (error) return <ErrorPanel error={error} what="The looks" />;
  if (!data) return <TableSkeleton columns={2} rows={2} label="Loading the looks" />;
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>Looks of the assistant</h2>
        <button type="button" className="btn btn-primary" onClick={() => setOpen("new")}>
          A new look
        </button>
      </div>
      <p className="text-t2">
        The assistant shows the agency’s name and colors. A link that carries <code>?agent=</code>{" "}
        and one of these shows its own: for an office that speaks under its own name.
      </p>
      {data.items.length === 0 && <p>No assistant has a look of its own.</p>}
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {data.items.map((look) => (
          <Look key={look.id} look={look} onChange={() => setOpen(look)} />
        ))}
      </ul>
      {open && <LookDialog look={open === "new" ? null : open} onClose={() => setOpen(null)} />}
    </section>
  );
}
