import { Ellipsis, OctagonX } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import type { OfferedAction } from "#kernel/lifecycle.ts";
import { ApiProblem, messageOf } from "../api.ts";
import { useMedia } from "../media.ts";
import { Dialog, Menu, type MenuEntry } from "../overlays.tsx";
import { useMutationAction } from "../queries.ts";
import { notify } from "../Toasts.tsx";
import { EndingFields, endingOf, useEnding } from "./Ending.tsx";
import { ConflictNotice } from "./ConflictNotice.tsx";
import { compactOffers, offersOf, type ExtraAction, type Offer } from "./offers.ts";

type ActionBarProps = {
  path: string;
  record: {
    id: string;
    number: string;
    version: number;
    status: string;
    actions: readonly OfferedAction[];
  };
  /**
   * Form controls that an action asks for, by its name; their values (by `name` attribute) are sent
   * with it.
   */
  fields?: Record<string, ReactNode>;
  /** What to say of an action, by its name, that was accepted and left the status as it was. */
  stayed?: Readonly<Record<string, string>>;
  /** What to say of an action, by its name, that was done: of the record as the answer has it. */
  said?: Readonly<Record<string, (answer: never) => string | null>>;
  /** What the screen offers beside the lifecycle's actions. */
  extra?: readonly ExtraAction[];
  /** Entries of the menu at the end: copy, print. */
  entries: readonly MenuEntry[];
};

const look = { primary: "btn-primary", default: "", danger: "", quiet: "btn-quiet" } as const;

type DialogProps = {
  path: string;
  id: string;
  action: OfferedAction;
  number: string;
  fields: ReactNode;
  busy: boolean;
  /** Why it did not work a moment ago. */ error: Error | null;
  /** What was typed before the dialog was closed by a refusal. */ typed: string;
  onClose: () => void;
  onConfirm: (body: Record<string, unknown>) => void;
};

// A whole number in a control for numbers is one; what is no number is refused as it was typed.
const asTyped = (form: HTMLFormElement, key: string, text: string): string | number => {
  const control = form.elements.namedItem(key);
  const numeric = control instanceof HTMLInputElement && control.inputMode === "numeric";
  return numeric && /^\d{1,9}$/.test(text) ? Number(text) : text;
};

const bodyOf = (
  form: HTMLFormElement,
  children: ReturnType<typeof useEnding>["items"],
): Record<string, unknown> => {
  const given = new FormData(form);
  const said = [...given].filter(([key]) => !key.startsWith("ending."));
  return {
    ...Object.fromEntries(
      said.map(([key, value]) => [
        key,
        typeof value === "string" ? asTyped(form, key, value.trim()) : value,
      ]),
    ),
    ...(children && { ending: endingOf(children, given) }),
  };
};

/** Says what will happen and asks for the reason. The button repeats the verb. */
function ActionDialog({
  path,
  id,
  action,
  number,
  fields,
  busy,
  error,
  typed,
  onClose,
  onConfirm,
}: DialogProps) {
  const [missing, setMissing] = useState(false);
  const ending = useEnding(path, id, action);
  const submit = (form: HTMLFormElement) => {
    const body = bodyOf(form, action.ends ? ending.items : undefined);
    if (action.needsReason && !body.reason) {
      setMissing(true);
      form.querySelector<HTMLElement>("textarea")?.focus();
      return;
    }
    onConfirm(body);
  };
  return (
    <Dialog
      onClose={onClose}
      title={`${action.label} ${number}?`}
      {...(action.needsReason
        ? { description: "The reason is kept in the history and in the audit record." }
        : {})}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {action.label === "Cancel" ? "Keep it" : "Cancel"}
          </button>
          <button
            type="submit"
            form="action-form"
            className={`btn ${action.tone === "danger" ? "btn-danger" : "btn-primary"}`}
            aria-disabled={busy || !ending.ready}
          >
            {action.label}
          </button>
        </>
      }
    >
      <form
        id="action-form"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && ending.ready) submit(event.currentTarget);
        }}
      >
        {fields}
        <EndingFields ending={ending} />
        {action.needsReason && (
          <div className="field">
            <label htmlFor="action-reason" className="text-t1">
              Reason
            </label>
            {missing && (
              <p className="error" id="action-reason-error">
                Enter the reason
              </p>
            )}
            <textarea
              id="action-reason"
              name="reason"
              className="field-control"
              rows={3}
              maxLength={2000}
              defaultValue={typed}
              aria-invalid={missing}
              aria-describedby={missing ? "action-reason-error" : undefined}
            />
          </div>
        )}
        {error && !busy && (
          <div className="notice tone-danger" role="alert">
            <OctagonX aria-hidden="true" />
            <div>
              <strong>{action.label} did not work</strong>
              <p>{messageOf(error)}</p>
            </div>
          </div>
        )}
      </form>
    </Dialog>
  );
}

function OfferButton({ offer, busy }: { offer: Offer; busy: boolean }) {
  const inside = (
    <>
      {offer.icon}
      {offer.label}
    </>
  );
  const className = `btn ${look[offer.tone]}`;
  if (offer.enabled && offer.to)
    return (
      <Link className={className} to={offer.to}>
        {inside}
      </Link>
    );
  if (offer.enabled && offer.href)
    return (
      <a className={className} href={offer.href}>
        {inside}
      </a>
    );
  return (
    <button
      type="button"
      className={className}
      aria-disabled={!offer.enabled || busy}
      aria-describedby={offer.reason ? `why-${offer.key}` : undefined}
      onClick={() => {
        if (offer.enabled) offer.press();
      }}
    >
      {inside}
    </button>
  );
}

/**
 * Buttons, then the reasons of those that take no press. A phone has the main button and a menu
 * with the rest, each with its reason.
 */
function Offers({
  offers,
  entries,
  busy,
}: {
  offers: readonly Offer[];
  entries: readonly MenuEntry[];
  busy: boolean;
}) {
  const phone = useMedia("(max-width: 767px)");
  const { main, rest } = compactOffers(offers);
  const shown = phone ? (main ? [main] : []) : offers;
  const inMenu: MenuEntry[] =
    phone && rest.length > 0
      ? [
          ...rest.map((offer): MenuEntry => ({
            label: offer.label,
            icon: offer.icon,
            reason: offer.reason,
            danger: offer.tone === "danger",
            onSelect: offer.press,
          })),
          { kind: "line" },
        ]
      : [];
  return (
    <>
      <div className="actions">
        {shown.map((offer) => (
          <OfferButton key={offer.key} offer={offer} busy={busy} />
        ))}
        <Menu
          label="More actions"
          entries={[...inMenu, ...entries]}
          trigger={
            <button
              type="button"
              className="btn btn-quiet btn-icon record-more"
              aria-label="More actions"
            >
              <Ellipsis aria-hidden="true" />
              <span aria-hidden="true">More</span>
            </button>
          }
        />
      </div>
      {!phone &&
        offers.map(
          (offer) =>
            offer.reason && (
              <p key={offer.key} className="action-reasons" id={`why-${offer.key}`}>
                {offer.label} is not possible: {offer.reason}
              </p>
            ),
        )}
    </>
  );
}

/**
 * What can be done with a record now. One primary button; what is not possible stays, says why, and
 * takes no press.
 */
export function ActionBar({
  path,
  record,
  fields = {},
  stayed = {},
  said = {},
  extra = [],
  entries,
}: ActionBarProps) {
  const [asking, setAsking] = useState<OfferedAction | null>(null);
  const open = useRef(false);
  const ask = (action: OfferedAction | null) => {
    open.current = action !== null;
    setAsking(action);
  };
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({});
  const [stale, setStale] = useState<ApiProblem | null>(null);
  const act = useMutationAction<{ status?: string } | null>(path);
  const navigate = useNavigate();
  const run = (action: OfferedAction, body: Record<string, unknown>) =>
    act.mutate(
      { path: `${path}/${record.id}/actions/${action.name}`, body, version: record.version },
      {
        onSuccess: (answer) => {
          const why = answer?.status === record.status ? stayed[action.name] : undefined;
          ask(null);
          setStale(null);
          setReasons({});
          if (why) notify.failed(`${action.label}: not done`, why);
          else
            notify.done(
              `${action.label}: done`,
              (answer && said[action.name]?.(answer as never)) || record.number,
            );
        },
        onError: (error) => {
          if (error instanceof ApiProblem && (error.status === 412 || error.status === 409)) {
            ask(null);
            setStale(error);
            // Whoever looks at the newest state and acts again need not type it again.
            if (typeof body.reason === "string")
              setReasons((old) => ({ ...old, [action.name]: body.reason as string }));
          } else if (!open.current) notify.failed(`${action.label} did not work`, error);
        },
      },
    );
  const press = (action: OfferedAction) => {
    if (!action.enabled || act.isPending) return;
    act.reset();
    if (action.needsReason || action.ends || fields[action.name] || action.tone === "danger")
      ask(action);
    else run(action, {});
  };
  return (
    <div>
      <Offers
        offers={offersOf(record.actions, extra, press, (to) => void navigate(to))}
        entries={entries}
        busy={act.isPending}
      />
      {stale && <ConflictNotice problem={stale} noun={path} onClose={() => setStale(null)} />}
      {asking && (
        <ActionDialog
          path={path}
          id={record.id}
          action={asking}
          number={record.number}
          fields={fields[asking.name]}
          busy={act.isPending}
          error={act.error}
          typed={reasons[asking.name] ?? ""}
          onClose={() => ask(null)}
          onConfirm={(body) => run(asking, body)}
        />
      )}
    </div>
  );
}
