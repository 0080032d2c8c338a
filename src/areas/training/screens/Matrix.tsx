import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { certificateStates } from "../certificate/certificate.labels.ts";
import type { CertificateMatrix, MatrixCell } from "../certificate/certificate.model.ts";

/** How a cell reads: days left, years of what lasts long, or the word of its state. */
const cellText = ({ state, daysLeft }: MatrixCell): string => {
  if (state === "waiting") return "Check";
  if (daysLeft === null) return "No end";
  if (daysLeft < 0) return `${-daysLeft} d over`;
  return daysLeft < 730 ? `${daysLeft} d` : `${Math.floor(daysLeft / 365)} y`;
};

function Cell({ cell, name }: { cell: MatrixCell | undefined; name: string }) {
  if (!cell) return <td className="text-center text-t3">—</td>;
  const { tone, label } = certificateStates[cell.state];
  return (
    <td className="text-center">
      <Link
        className={`badge tone-${tone}`}
        to={pathTo("personCertificate", { id: cell.certificateId })}
        aria-label={`${cell.code} of ${name}: ${label}, ${cellText(cell)}`}
      >
        {cellText(cell)}
      </Link>
    </td>
  );
}

/** People and codes; the color of a cell and its words say how many days are left. */
export function Matrix({ matrix }: { matrix: CertificateMatrix }) {
  if (matrix.people.length === 0) return <p>Nobody here has a certificate on file.</p>;
  return (
    <div className="grid gap-2">
      <div
        className="overflow-x-auto"
        tabIndex={0}
        role="region"
        aria-label="People and certificates"
      >
        <table className="ledger">
          <thead>
            <tr>
              <th scope="col">Person</th>
              <th scope="col">Department</th>
              {matrix.codes.map((code) => (
                <th key={code} scope="col" className="text-center">
                  {code}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrix.people.map(({ id, name, departmentName, cells }) => (
              <tr key={id}>
                <th scope="row" className="text-16 font-medium text-t1">
                  {name}
                </th>
                <td>{departmentName}</td>
                {matrix.codes.map((code) => (
                  <Cell key={code} cell={cells.find((one) => one.code === code)} name={name} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {matrix.more > 0 && (
        <p className="text-13 text-t2">
          {counted(matrix.more, "more person is", "more people are")} not shown: choose a
          department.
        </p>
      )}
    </div>
  );
}

/** One's own certificates as cards, for a phone. */
export function OwnCards({ cells }: { cells: readonly MatrixCell[] }) {
  if (cells.length === 0)
    return <p>You have no certificate on file. Enter one with a picture of it.</p>;
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {cells.map((cell) => (
        <li key={cell.code}>
          <Link
            className="panel flex items-center gap-3 p-4"
            to={pathTo("personCertificate", { id: cell.certificateId })}
          >
            <b className="mr-auto">{cell.code}</b>
            <span className={`badge tone-${certificateStates[cell.state].tone}`}>
              {certificateStates[cell.state].label}
              {cell.daysLeft !== null && cell.state !== "waiting" && `, ${cellText(cell)}`}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
