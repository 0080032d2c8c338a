import { useEffect, useState } from "react";

const tenantName = "NYC Department for the Aging (demonstration)";
let tenant: Promise<string | null> | undefined;

/**
 * The agency whose host this is (SPEC 7): asked for once, where the host's first label is `aging`.
 */
const tenantOfHost = (): Promise<string | null> =>
  (tenant ??=
    window.location.hostname.split(".")[0] === "aging"
      ? fetch(`/api/v1/tenants?name=${encodeURIComponent(tenantName)}`)
          .then((answer) =>
            answer.ok ? (answer.json() as Promise<{ name: string } | null>) : null,
          )
          .then(
            (found) => found?.name ?? null,
            () => null,
          )
      : Promise.resolve(null));

/** The mark: three ledger bars, and on an agency's own host its name. */
export function Brand({ name = true, href = "/dashboard" }: { name?: boolean; href?: string }) {
  const [agency, setAgency] = useState<string | null>(null);
  useEffect(() => {
    void tenantOfHost().then(setAgency);
  }, []);
  return (
    <a
      className="brand"
      href={href}
      aria-label={name ? undefined : "Levee"}
      title={agency ?? undefined}
    >
      <svg viewBox="0 0 22 22" aria-hidden="true">
        <rect className="bar" y="4" width="22" height="3" rx="1" />
        <rect className="bar-accent" y="10" width="15" height="3" rx="1" />
        <rect className="bar" y="16" width="9" height="3" rx="1" />
      </svg>
      {name && (
        <span>
          Levee
          {agency && (
            <small className="block max-w-[18ch] truncate text-12 font-normal text-t3">
              {agency}
            </small>
          )}
        </span>
      )}
    </a>
  );
}
