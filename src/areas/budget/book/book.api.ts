import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { bookDetail, bookRow } from "./book.model.ts";
import { listBooks, publishBook, readBook } from "./book.service.ts";
import { bookCsv, bookDocument } from "./paper.service.ts";
import { publicBook } from "./public.service.ts";

const path = "/api/v1/budget-books";
type Kind = "pdf" | "csv" | "html";
type Found = Awaited<ReturnType<typeof publicBook>>;

const fileOf = async ({ content, ...facts }: Found, kind: Kind) => {
  if (kind === "csv") return { type: "text/csv; charset=utf-8", body: bookCsv(content) };
  const document = bookDocument(content, facts);
  return kind === "html"
    ? { type: "text/html; charset=utf-8", body: document }
    : { type: "application/pdf", body: await makePdf(document) };
};

const nameOf = ({ content: { year, stage }, versionNo }: Found, kind: Kind) =>
  `attachment; filename="budget-${year}-${stage}-${versionNo}.${kind}"`;

const papers: readonly Endpoint[] = (["pdf", "csv", "html"] as const).flatMap((kind) => [
  endpoint({
    method: "GET",
    path: `${path}/{id}/book.${kind}`,
    permission: "budget.read",
    summary: `A frozen budget book as ${kind.toUpperCase()}`,
    params: idParams,
    raw: true,
    handler: async ({ db, params, reply }) => {
      const book = await readBook(db, params.id);
      const { type, body } = await fileOf(book, kind);
      return reply.type(type).header("content-disposition", nameOf(book, kind)).send(body);
    },
  }),
  endpoint({
    method: "GET",
    path: `/api/v1/public/budget-books/{id}.${kind}`,
    permission: "public",
    tag: "public site",
    summary: `A published budget book as ${kind.toUpperCase()}`,
    params: idParams,
    raw: true,
    handler: async ({ app, params, reply }) => {
      const book = await publicBook(app, params.id);
      const { type, body } = await fileOf(book, kind);
      return reply.type(type).header("content-disposition", nameOf(book, kind)).send(body);
    },
  }),
]);

export const bookEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "budget.read",
    summary: "Budget books that were frozen",
    response: z.object({ items: z.array(bookRow) }),
    handler: async ({ db }) => ({ items: await listBooks(db) }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/budget-cycles/{id}/books",
    permission: "budget.edit",
    summary: "Freeze and publish the book of a cycle",
    params: idParams,
    response: z.object({ id: z.string(), versionNo: z.number(), hash: z.string() }),
    handler: ({ tx, actor, params }) => publishBook(tx, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "budget.read",
    summary: "A frozen budget book",
    params: idParams,
    response: bookDetail,
    handler: ({ db, params }) => readBook(db, params.id),
  }),
  ...papers,
];
