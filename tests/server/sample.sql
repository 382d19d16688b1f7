INSERT INTO "fivedice_entries" VALUES('ZH2NQ8',1,'{"entry":"sat","chair":0,"name":"Flo","holder":"e748af2720d94553b4447fc7d77c76d16571b8e241bef3813b5ffc27e255effe"}',1795297107.74385);
INSERT INTO "fivedice_entries" VALUES('ZH2NQ8',2,'{"entry":"closed"}',1.79529710775968074799e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',1,'{"entry":"sat","chair":0,"name":"Ann","holder":"4c679f2ef8d3aec2612a8073a3fc86563841af1bc3491e69dc7c3c866129c289"}',1.79529710776424479478e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',2,'{"entry":"sat","chair":1,"name":"Ben ☺","holder":"78d526f7ec913e361c7ba46960764b7edf5218d50871d1beb37456f537e35409"}',1.7952971077686965466e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',3,'{"entry":"started","fill":""}',1.7952971077686965466e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',4,'{"entry":"happened","event":"{\"throw\": \"45565\", \"seat\": 0}"}',1.79529710777228951453e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',5,'{"entry":"happened","event":"{\"keep\": \"\", \"seat\": 0}"}',1.79529710778015422819e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',6,'{"entry":"happened","event":"{\"throw\": \"65211\", \"seat\": 0}"}',1.79529710778417229653e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',7,'{"entry":"happened","event":"{\"keep\": \"125\", \"seat\": 0}"}',1.79529710778812766078e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',8,'{"entry":"happened","event":"{\"throw\": \"32\", \"seat\": 0}"}',1.7952971077920517922e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',9,'{"entry":"happened","event":"{\"use\": \"pluto\", \"seat\": 0}"}',1.79529710779504394534e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',10,'{"entry":"happened","event":"{\"throw\": \"12532\", \"seat\": 1}"}',1.7952971078000996113e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',11,'{"entry":"happened","event":"{\"keep\": \"15\", \"seat\": 1}"}',1.79529710780408978463e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',12,'{"entry":"happened","event":"{\"throw\": \"151\", \"seat\": 1}"}',1.79529710780807900431e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',13,'{"entry":"happened","event":"{\"keep\": \"155\", \"seat\": 1}"}',1.7952971078120808601e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',14,'{"entry":"happened","event":"{\"throw\": \"31\", \"seat\": 1}"}',1.79529710781606793401e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',15,'{"entry":"happened","event":"{\"use\": \"minnie-mouse\", \"seat\": 1}"}',1.79529710782032680517e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',16,'{"entry":"happened","event":"{\"throw\": \"22662\", \"seat\": 0}"}',1.79529710782421755791e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',17,'{"entry":"happened","event":"{\"keep\": \"222\", \"seat\": 0}"}',1.79529710782803368562e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',18,'{"entry":"happened","event":"{\"throw\": \"45\", \"seat\": 0}"}',1.79529710782934522625e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',19,'{"entry":"happened","event":"{\"keep\": \"2225\", \"seat\": 0}"}',1.7952971078300249577e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',20,'{"entry":"happened","event":"{\"throw\": \"2\", \"seat\": 0}"}',1.79529710783056855203e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',21,'{"entry":"happened","event":"{\"use\": \"minnie-mouse\", \"seat\": 0}"}',1.7952971078318104744e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',22,'{"entry":"happened","event":"{\"throw\": \"66231\", \"seat\": 1}"}',1.79529710783346629137e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',23,'{"entry":"happened","event":"{\"keep\": \"1236\", \"seat\": 1}"}',1.79529710783492135999e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',24,'{"entry":"happened","event":"{\"throw\": \"2\", \"seat\": 1}"}',1.79529710783659362787e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',25,'{"entry":"happened","event":"{\"keep\": \"13\", \"seat\": 1}"}',1.79529710783806776999e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',26,'{"entry":"happened","event":"{\"throw\": \"241\", \"seat\": 1}"}',1.79529710783887314802e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',27,'{"entry":"happened","event":"{\"use\": \"goofy\", \"seat\": 1}"}',1.79529710783943486206e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',28,'{"entry":"happened","event":"{\"throw\": \"13252\", \"seat\": 0}"}',1.79529710784126567838e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',29,'{"entry":"happened","event":"{\"keep\": \"223\", \"seat\": 0}"}',1.79529710784286665914e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',30,'{"entry":"happened","event":"{\"throw\": \"51\", \"seat\": 0}"}',1.79529710784425759317e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',31,'{"entry":"happened","event":"{\"keep\": \"\", \"seat\": 0}"}',1.79529710784528565405e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',32,'{"entry":"happened","event":"{\"throw\": \"63343\", \"seat\": 0}"}',1.79529710784582495694e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',33,'{"entry":"happened","event":"{\"use\": \"daisy-duck\", \"seat\": 0}"}',1.79529710784639692311e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',34,'{"entry":"happened","event":"{\"throw\": \"41126\", \"seat\": 1}"}',1.79529710784720826152e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',35,'{"entry":"happened","event":"{\"keep\": \"1126\", \"seat\": 1}"}',1.79529710784776353835e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',36,'{"entry":"happened","event":"{\"throw\": \"1\", \"seat\": 1}"}',1.79529710784832143783e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',37,'{"entry":"happened","event":"{\"keep\": \"112\", \"seat\": 1}"}',1.79529710784883546823e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',38,'{"entry":"happened","event":"{\"throw\": \"66\", \"seat\": 1}"}',1.795297107849338293e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',39,'{"entry":"happened","event":"{\"use\": \"daisy-duck\", \"seat\": 1}"}',1.79529710784986162178e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',40,'{"entry":"happened","event":"{\"throw\": \"46234\", \"seat\": 0}"}',1.79529710785038828851e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',41,'{"entry":"happened","event":"{\"keep\": \"246\", \"seat\": 0}"}',1.79529710785137176518e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',42,'{"entry":"happened","event":"{\"throw\": \"61\", \"seat\": 0}"}',1.79529710785311293606e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',43,'{"entry":"happened","event":"{\"keep\": \"12\", \"seat\": 0}"}',1.79529710785461211206e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',44,'{"entry":"happened","event":"{\"throw\": \"243\", \"seat\": 0}"}',1.79529710785520863532e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',45,'{"entry":"happened","event":"{\"use\": \"donald-duck\", \"seat\": 0}"}',1.7952971078570697308e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',46,'{"entry":"happened","event":"{\"throw\": \"36422\", \"seat\": 1}"}',1.79529710785832667349e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',47,'{"entry":"happened","event":"{\"keep\": \"22346\", \"seat\": 1}"}',1.79529710785903906826e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',48,'{"entry":"happened","event":"{\"use\": \"donald-duck\", \"seat\": 1}"}',1.79529710786107707018e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',49,'{"entry":"happened","event":"{\"throw\": \"45235\", \"seat\": 0}"}',1.79529710786210870742e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',50,'{"entry":"happened","event":"{\"keep\": \"23\", \"seat\": 0}"}',1.79529710786265921593e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',51,'{"entry":"happened","event":"{\"throw\": \"643\", \"seat\": 0}"}',1.79529710786316514014e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',52,'{"entry":"happened","event":"{\"keep\": \"234\", \"seat\": 0}"}',1.79529710786404871937e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',53,'{"entry":"happened","event":"{\"throw\": \"53\", \"seat\": 0}"}',1.79529710786458563806e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',54,'{"entry":"happened","event":"{\"use\": \"goofy\", \"seat\": 0}"}',1.79529710786516070366e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',55,'{"entry":"happened","event":"{\"throw\": \"33161\", \"seat\": 1}"}',1.79529710786570453643e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',56,'{"entry":"happened","event":"{\"keep\": \"336\", \"seat\": 1}"}',1.79529710786621713638e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',57,'{"entry":"happened","event":"{\"throw\": \"32\", \"seat\": 1}"}',1.7952971078669347763e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',58,'{"entry":"happened","event":"{\"keep\": \"2333\", \"seat\": 1}"}',1.79529710786898589135e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',59,'{"entry":"happened","event":"{\"throw\": \"4\", \"seat\": 1}"}',1.79529710787021636961e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',60,'{"entry":"happened","event":"{\"use\": \"pluto\", \"seat\": 1}"}',1.79529710787127542493e+09);
INSERT INTO "fivedice_entries" VALUES('SBPYUP',61,'{"entry":"said","chair":0,"phrase":7}',1.79529710787305831908e+09);
INSERT INTO "fivedice_entries" VALUES('PD69LK',1,'{"entry":"sat","chair":0,"name":"Cy","holder":"76fa55ad88ab47e0edce8c7c5634900aac8520758fa3577ac600668467c1ecd1"}',1.79529710787467336658e+09);
INSERT INTO "fivedice_entries" VALUES('PD69LK',2,'{"entry":"started","fill":""}',1.79529710787467336658e+09);
INSERT INTO "fivedice_entries" VALUES('PD69LK',3,'{"entry":"happened","event":"{\"throw\": \"13162\", \"seat\": 0}"}',1.79529710787622475624e+09);
INSERT INTO "fivedice_entries" VALUES('PD69LK',4,'{"entry":"happened","event":"{\"keep\": \"13\", \"seat\": 0}"}',1.79529710787772130969e+09);
INSERT INTO "fivedice_entries" VALUES('PD69LK',5,'{"entry":"happened","event":"{\"keep\": \"236\", \"seat\": 1}"}',1.79529710787924933436e+09);
INSERT INTO "fivedice_entries" VALUES('PD69LK',6,'{"entry":"happened","event":"{\"throw\": \"66\", \"seat\": 0}"}',1.79529710788103389739e+09);
INSERT INTO "fivedice_entries" VALUES('PD69LK',7,'{"entry":"happened","event":"{\"throw\": \"3\", \"seat\": 0}"}',1.79529710788249540331e+09);
INSERT INTO "fivedice_entries" VALUES('PD69LK',8,'{"entry":"happened","event":"{\"keep\": \"366\", \"seat\": 0}"}',1.79529710788328957559e+09);
INSERT INTO "fivedice_entries" VALUES('PD69LK',9,'{"entry":"happened","event":"{\"keep\": \"36\", \"seat\": 1}"}',1.7952971078851578235e+09);
INSERT INTO "fivedice_entries" VALUES('PD69LK',10,'{"entry":"happened","event":"{\"throw\": \"32\", \"seat\": 0}"}',1.79529710788681149489e+09);
INSERT INTO "fivedice_entries" VALUES('PD69LK',11,'{"entry":"happened","event":"{\"throw\": \"3\", \"seat\": 0}"}',1.79529710788790869717e+09);
INSERT INTO "fivedice_tables" VALUES('ZH2NQ8','{"game":"traditional","chairs":["",""],"options":{},"games":1,"first":0,"hints":true,"watching":true,"clock":0}',1795297107.74385);
INSERT INTO "fivedice_tables" VALUES('SBPYUP','{"game":"junior","chairs":["",""],"options":{},"games":1,"first":null,"hints":true,"watching":true,"clock":0}',1.79529710776424479478e+09);
INSERT INTO "fivedice_tables" VALUES('PD69LK','{"game":"challenge","chairs":["","greedy"],"options":{"joker":"free"},"games":1,"first":null,"hints":true,"watching":true,"clock":0}',1.79529710787467336658e+09);
INSERT INTO "fivedice_uploads" VALUES('DFDHEV','{"fivedice": 1, "game": "junior", "options": {}, "games": 1, "first": "roll", "players": [{"name": "Ann", "bot": "greedy"}, {"name": "Ben", "bot": "random"}]}
{"throw": "62566", "seat": 0}
{"throw": "21266", "seat": 1}
{"throw": "25222", "seat": 0}
{"keep": "2222", "seat": 0}
{"throw": "3", "seat": 0}
{"keep": "2222", "seat": 0}
{"throw": "5", "seat": 0}
{"use": "minnie-mouse", "seat": 0}
{"throw": "16426", "seat": 1}
{"keep": "", "seat": 1}
{"throw": "23244", "seat": 1}
{"keep": "344", "seat": 1}
{"throw": "52", "seat": 1}
{"use": "minnie-mouse", "seat": 1}
{"throw": "66342", "seat": 0}
{"keep": "66", "seat": 0}
{"throw": "411", "seat": 0}
{"keep": "1166", "seat": 0}
{"throw": "6", "seat": 0}
{"use": "pluto", "seat": 0}
{"throw": "62532", "seat": 1}
{"keep": "23", "seat": 1}
{"throw": "466", "seat": 1}
{"keep": "246", "seat": 1}
{"throw": "36", "seat": 1}
{"use": "daisy-duck", "seat": 1}
{"throw": "52355", "seat": 0}
{"keep": "555", "seat": 0}
{"throw": "21", "seat": 0}
{"keep": "1555", "seat": 0}
{"throw": "3", "seat": 0}
{"use": "goofy", "seat": 0}
{"throw": "12556", "seat": 1}
{"keep": "156", "seat": 1}
{"throw": "35", "seat": 1}
{"keep": "56", "seat": 1}
{"throw": "334", "seat": 1}
{"use": "goofy", "seat": 1}
{"throw": "23324", "seat": 0}
{"keep": "33", "seat": 0}
{"throw": "356", "seat": 0}
{"keep": "333", "seat": 0}
{"throw": "24", "seat": 0}
{"use": "donald-duck", "seat": 0}
{"throw": "35621", "seat": 1}
{"keep": "235", "seat": 1}
{"throw": "43", "seat": 1}
{"keep": "45", "seat": 1}
{"throw": "643", "seat": 1}
{"use": "pluto", "seat": 1}
{"throw": "45342", "seat": 0}
{"keep": "44", "seat": 0}
{"throw": "555", "seat": 0}
{"keep": "44", "seat": 0}
{"throw": "333", "seat": 0}
{"use": "daisy-duck", "seat": 0}
{"throw": "44514", "seat": 1}
{"keep": "44", "seat": 1}
{"throw": "214", "seat": 1}
{"keep": "144", "seat": 1}
{"throw": "41", "seat": 1}
{"use": "donald-duck", "seat": 1}
{"result": {"scores": [[18, 6]], "totals": [18, 6], "winners": [0]}}
',1.795297107889456749e+09);
INSERT INTO "fivedice_open" VALUES('SBPYUP');
INSERT INTO "fivedice_open" VALUES('PD69LK');
