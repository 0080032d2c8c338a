import { Link, useSearchParams } from "react-router";

/** The number of a row, which opens it beside its list; filters and page stay. */
export function PeekLink({ id, number }: { id: string; number: string }) {
  const [search] = useSearchParams();
  const to = new URLSearchParams(search);
  to.set("peek", id);
  return (
    <Link className="plate-number" to={`?${to}`} replace preventScrollReset>
      {number}
    </Link>
  );
}
