-- How a file is read beyond its mapping: sheet, row of the headings, letters, answers about days, decimals and years,
-- words for fields without a column, names in place of codes, rows to leave out or to add up, columns of years or months.
alter table import_run add column reading jsonb not null default '{}';
-- What the file leaves open; no row comes in before it is answered.
alter table import_run add column questions jsonb not null default '[]';
alter table import_run add column sheets text[] not null default '{}';
-- The first rows that hold anything, for whoever says which of them are the headings.
alter table import_run add column first_rows jsonb not null default '[]';

-- What was chosen last is of a source, known by its headings; '' is what was chosen before sources were told apart.
alter table import_mapping add column source text not null default '';
alter table import_mapping add column reading jsonb not null default '{}';
alter table import_mapping drop constraint import_mapping_pkey;
alter table import_mapping add primary key (org_id, kind, source);
