/** What went wrong, as RFC 7644 section 3.12 names it. */
export type ScimType =
  | "invalidFilter"
  | "invalidPath"
  | "invalidSyntax"
  | "invalidValue"
  | "mutability"
  | "noTarget"
  | "tooMany"
  | "uniqueness";

/** A refusal in the shape that directories read. */
export class ScimRefusal extends Error {
  readonly status: number;
  readonly scimType: ScimType | null;
  constructor(status: number, detail: string, scimType: ScimType | null = null) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

export const refuse = (scimType: ScimType, detail: string): never => {
  throw new ScimRefusal(scimType === "uniqueness" ? 409 : 400, detail, scimType);
};
