# Installs the Debian packages that are its arguments, but starts none of their services, neither
# now nor when the machine starts again. Provide runs it. ROOT is for tests.
set -e
created=
trap 'rm -f $created' EXIT

# Packages ask this program whether they may start services. A container may have one of its own.
if [ ! -e $ROOT/usr/sbin/policy-rc.d ]; then
	created=$ROOT/usr/sbin/policy-rc.d
	printf '#!/bin/sh\nexit 101\n' > $created
	chmod +x $created
fi

# Without this, the first installation of PostgreSQL creates a database cluster.
settings=$ROOT/etc/postgresql-common/createcluster.d
mkdir -p $settings
created="$created $settings/thoughtful-tests.conf"
echo 'create_main_cluster = false' > $settings/thoughtful-tests.conf

export DEBIAN_FRONTEND=noninteractive
apt-get -y -q -o DPkg::Lock::Timeout=300 update
apt-get -y -q -o DPkg::Lock::Timeout=300 install --no-install-recommends "$@"
case " $* " in *' redis-server '*) update-rc.d redis-server disable ;; esac
