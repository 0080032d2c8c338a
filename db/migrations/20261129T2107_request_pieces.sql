-- How many pieces of a fixed fee were done for a client: twelve miles of signs are twelve fees.

alter table served_request add column quantity int not null default 1 check (quantity between 1 and 100000);
