/** SQL of a department's name, of the agency's id and the department's, as SQL. */
export const departmentNameOf = (org: string, id: string): string =>
  `(select named.name from department named where named.org_id = ${org} and named.id = ${id})`;
