-- Why an exclusion list was not taken, as a code: the page asks for what helps against it.
alter table exclusion_list add column error_code text;
