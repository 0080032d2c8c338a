import { type FieldError, invalid } from "#kernel/errors.ts";
import { isNameField, nameFault } from "#kernel/names.ts";

/** The faults of every field in a body of JSON that holds a name, however deep it stands. */
const faultsOf = (body: unknown): FieldError[] => {
  const faults: FieldError[] = [];
  const open: [string, string, unknown][] = [["", "", body]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [path, field, value] = next;
    if (typeof value === "string") {
      const fault = isNameField(field) ? nameFault(value) : null;
      if (fault) faults.push({ path, message: fault });
    } else if (Array.isArray(value) || (value && Object.getPrototypeOf(value) === Object.prototype))
      for (const [key, inner] of Object.entries(value))
        open.push([path ? `${path}.${key}` : key, key, inner]);
  }
  return faults;
};

/**
 * Refuses names that break a line, turn the direction of what stands beside them, or show nothing:
 * they stand in letters, files and lists as one line.
 * @throws 422 with the path of each such name.
 */
export const refuseOddNames = (body: unknown): void => {
  const faults = faultsOf(body);
  if (faults.length)
    throw invalid("invalid_input", "Some values are not valid. Nothing was saved.", faults);
};
