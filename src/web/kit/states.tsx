import { CircleCheckBig, FilePlus2, LockKeyhole, OctagonX, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useAuth } from "../auth/AuthProvider.tsx";
import { ApiProblem, messageOf } from "./api.ts";

type EmptyKind = "first-use" | "no-results" | "no-access" | "all-done";
const icons = {
  "first-use": FilePlus2,
  "no-results": SearchX,
  "no-access": LockKeyhole,
  "all-done": CircleCheckBig,
};

/**
 * An empty place that says what it is, why it is empty and what to do next. `page`: the whole
 * screen is this, so that its title is the screen's heading.
 */
export function EmptyState({
  kind,
  title,
  children,
  action,
  page = false,
}: {
  kind: EmptyKind;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  page?: boolean;
}) {
  const Icon = icons[kind];
  const Heading = page ? "h1" : "h2";
  return (
    <div className="empty" data-kind={kind}>
      <Icon aria-hidden="true" />
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

/**
 * True when the server says that there is no record of this id: none here, or none that could have
 * it.
 */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiProblem &&
  (error.status === 404 ||
    (error.status === 422 &&
      error.errors.length > 0 &&
      error.errors.every(({ path, message }) => path === "id" && message === "Not a record id.")));

/** The whole screen of a record that is not there, with a way back. */
export function NoSuchRecord({ back }: { back: { path: string; title: string } }) {
  return (
    <EmptyState
      page
      kind="no-results"
      title="There is no such record"
      action={
        <>
          <button type="button" className="btn" onClick={() => window.history.back()}>
            Go back
          </button>
          <Link className="btn btn-primary" to={back.path}>
            {back.title}
          </Link>
        </>
      }
    >
      The link may be incomplete, or it belongs to another agency.
    </EmptyState>
  );
}

/**
 * A refusal says what opens this: a second factor where the agency asks it of this person, else
 * whoever gives roles.
 */
function NoAccess({ detail }: { detail: string }) {
  const { me } = useAuth();
  if (me?.mfaRequired)
    return (
      <EmptyState
        kind="no-access"
        title="Set up a second factor to see this"
        action={
          <Link className="btn btn-primary" to="/settings?tab=security">
            Settings, Security
          </Link>
        }
      >
        {me.org?.name ?? "Your agency"} asks a second factor of administrators, finance and
        purchasing officers, and you signed in without one. Until then your work here is closed.
      </EmptyState>
    );
  if (me?.kind === "person")
    return (
      <EmptyState
        kind="no-access"
        title="You do not work in an agency, and act for no company yet"
        action={
          <>
            <Link className="btn btn-primary" to="/vendor-registration">
              Register your company
            </Link>
            <Link className="btn" to="/welcome">
              First steps
            </Link>
          </>
        }
      >
        Agencies show this to their members and vendors. Register your company to supply them, or
        begin at the first steps.
      </EmptyState>
    );
  return (
    <EmptyState kind="no-access" title="You do not have access to this">
      {detail}
      {!me?.permissions.includes("member.edit") &&
        " An administrator of your agency can change that under Team."}
    </EmptyState>
  );
}

/**
 * A panel that could not load: what happened, a reference, try again. Keeps to its own place; what
 * was shown before stays.
 */
export function ErrorPanel({
  error,
  onRetry,
  what = "This",
}: {
  error: unknown;
  onRetry?: () => void;
  what?: string;
}) {
  if (error instanceof ApiProblem && error.status === 403)
    return <NoAccess detail={error.detail} />;
  const reference =
    error instanceof ApiProblem
      ? String(error.extra.requestId ?? error.extra.instance ?? error.code)
      : null;
  return (
    <div className="notice tone-danger" role="alert">
      <OctagonX aria-hidden="true" />
      <div className="grid gap-1">
        <strong>{what} could not be loaded</strong>
        <p>{messageOf(error)}</p>
        {reference && (
          <p className="text-12">
            Reference: <span className="mono">{reference}</span>
          </p>
        )}
        {onRetry && (
          <div className="mt-2">
            <button type="button" className="btn btn-small" onClick={onRetry}>
              Try again
            </button>
          </div>
        )}
      </div>
    </div>
  );
}

const widths = ["w-24", "w-40", "w-32", "w-20", "w-28"];

/** Rows in the shape of a table that is on its way. */
export function TableSkeleton({
  columns,
  rows = 8,
  label = "Loading the list",
}: {
  columns: number;
  rows?: number;
  label?: string;
}) {
  return (
    <div role="status" aria-label={label} className="overflow-x-clip contain-inline-size">
      <table className="ledger" aria-hidden="true">
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            <tr key={row}>
              {Array.from({ length: columns }, (_, column) => (
                <td key={column}>
                  <div
                    className={`skeleton h-3 max-w-full ${widths[(row + column) % widths.length]}`}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A record page on its way: head, stepper, two panels. */
export function RecordSkeleton() {
  return (
    <div role="status" aria-label="Loading the record" className="grid gap-4">
      <div className="skeleton h-6 w-48" />
      <div className="skeleton h-9 w-80 max-w-full" />
      <div className="skeleton h-4 w-64 max-w-full" />
      <div className="skeleton mt-4 h-12" />
      <div className="record-body" data-rail="true">
        <div className="skeleton h-72" />
        <div className="skeleton h-72" />
      </div>
    </div>
  );
}

/** A panel with its heading. `aside` stands at the right end of the head. */
export function Panel({
  title,
  aside,
  children,
  flush = false,
  level: Heading = "h2",
}: {
  title: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  flush?: boolean;
  level?: "h2" | "h3";
}) {
  return (
    <section className="panel">
      <header>
        <Heading>{title}</Heading>
        {aside && <div className="ml-auto text-12 text-t3 max-md:ml-0">{aside}</div>}
      </header>
      {flush ? children : <div className="panel-body">{children}</div>}
    </section>
  );
}
