import { Fragment } from "react";
import { Link } from "react-router";
import { separators } from "./separators.ts";

/** A part of a finding, and the list or record that it opens. */
export type FindingPart = { text: string; to?: string | undefined };

/**
 * What waits or went wrong, in one sentence above the page: each part opens what it counts. `none` is
 * said where there is no part.
 */
export function Finding({ parts, none }: { parts: readonly FindingPart[]; none: string }) {
  const between = separators(parts.length);
  return (
    <p className="finding" role="status">
      {parts.length === 0 && none}
      {parts.map(({ text, to }, at) => (
        <Fragment key={text}>
          {to ? <Link to={to}>{text}</Link> : text}
          {between[at]}
        </Fragment>
      ))}
    </p>
  );
}
